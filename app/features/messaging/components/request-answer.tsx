import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";
import type { ThreadView } from "../threads.server";

/** Replying to a request also accepts it. */
export function RequestAnswer({ thread }: { thread: ThreadView }) {
  return (
    <div className="notice stack">
      <p>
        {thread.members
          ? "You haven't matched with the person who started this conversation. Accept the request to stay in it. Replying accepts it too."
          : `You and ${thread.name} haven't matched. If you reply, you accept their request and can both keep writing.`}
      </p>
      <div className="row">
        <Form action={paths.answerRequest(thread.conversationId)} className="row">
          <SubmitButton name="intent" value="accept" pending="Accepting..." small>
            Accept
          </SubmitButton>
          <SubmitButton name="intent" value="ignore" kind="soft" pending="Ignoring..." small>
            Ignore
          </SubmitButton>
        </Form>
        {thread.requestFrom && (
          <ButtonLink
            kind="quiet"
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
