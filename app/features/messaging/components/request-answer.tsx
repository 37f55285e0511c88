import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import type { ThreadView } from "../threads.server";

/** Answering a request also accepts it. */
export function RequestAnswer({ thread }: { thread: ThreadView }) {
  return (
    <div className="notice stack">
      <p>
        {thread.members
          ? "You have not matched with the person who started this conversation. Accept the request to stay in it; answering accepts it, too."
          : `You and ${thread.name} have not matched. Answering accepts their request, and then you can both keep writing.`}
      </p>
      <div className="row">
        <Form action={paths.answerRequest(thread.conversationId)} className="row">
          <SubmitButton name="intent" value="accept" pending="Accepting..." small>
            Accept
          </SubmitButton>
          <SubmitButton name="intent" value="ignore" kind="secondary" pending="Ignoring..." small>
            Ignore
          </SubmitButton>
        </Form>
        {thread.requestFrom && (
          <ButtonLink
            kind="secondary"
            small
            to={paths.blockPerson(thread.requestFrom, { from: thread.conversationId })}
          >
            Block
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
