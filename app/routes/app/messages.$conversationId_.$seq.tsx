import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteMessage, editMessage, findChangeable } from "~/features/messaging/changing.server";
import { changeableFor, longestMessage, messageWords } from "~/features/messaging/message";
import { changeSchema } from "~/features/messaging/message.schema";
import { badRequest, notFound, orNotFound } from "~/http/form.server";
import { idParam, limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { parseCount } from "~/ids";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/messages-page.css?url";
import { ErrorSummary, Form, fieldOf, fieldProps, summaryOf, TextArea } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Edit your message");

function placeIn(args: LoaderFunctionArgs | ActionFunctionArgs): [conversationId: string, seq: number] {
  const seq = orNotFound(parseCount(args.params.seq));
  return [idParam(args, "conversationId"), seq];
}

export const { handle, links } = withStyles(styles, { formFailure: messageWords.notChanged });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const message = orNotFound(await findChangeable(actor, ...placeIn(args)));
  return { message, opensDelete: new URL(args.request.url).searchParams.get("part") === "delete" };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, changeSchema);
  const [conversationId, seq] = placeIn(args);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "message-change");
  const isDeletion = form.value.intent === "delete";
  const done = isDeletion
    ? await deleteMessage(actor, conversationId, seq)
    : await editMessage(actor, conversationId, seq, form.value.content);
  if (done.ok) {
    return redirectWithFlash(paths.conversation(conversationId), {
      title: isDeletion ? "Message deleted" : "Message edited",
    });
  }
  switch (done.refused) {
    case "not-found":
      throw notFound();
    case "over":
      throw badRequest(410, "This message can't be changed", messageWords.changeOver);
    case "empty":
      return form.refuse({ content: [messageWords.empty] });
    case "too-long":
      return form.refuse({ content: [messageWords.tooLong] });
  }
}

export default function ChangeMessage() {
  const { message, opensDelete } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const content = fieldOf("change", result, "content");
  const here = paths.changeMessage(message.conversationId, message.seq);
  return (
    <div className="narrow stack">
      <h1>Edit your message</h1>
      <p className="muted">
        You can edit a message for {changeableFor} minutes after you send it. Everyone in the conversation can
        see that it was edited.
      </p>
      <Section>
        <Form action={here} className="stack">
          <ErrorSummary errors={summaryOf(result, [content])} />
          <TextArea
            label="Message"
            required={!message.hasFile}
            limit={longestMessage}
            {...fieldProps({ ...content, initialValue: content.initialValue ?? message.content })}
          />
          <div className="row">
            <SubmitButton name="intent" value="edit" pending="Saving...">
              Save
            </SubmitButton>
            <ButtonLink kind="secondary" to={paths.conversation(message.conversationId)}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Section>
      <details open={opensDelete}>
        <summary>Delete this message</summary>
        <Form action={here} className="stack">
          <p>{messageWords.deletion}</p>
          <SubmitButton name="intent" value="delete" kind="danger" small pending="Deleting...">
            Delete for good
          </SubmitButton>
        </Form>
      </details>
    </div>
  );
}
