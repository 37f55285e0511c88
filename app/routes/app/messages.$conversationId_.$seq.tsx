import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteMessage, editMessage, findChangeable } from "~/features/messaging/changing.server";
import { changeableFor, longestMessage, messageWords } from "~/features/messaging/message";
import { changeSchema } from "~/features/messaging/message.schema";
import { redirectWithFlash } from "~/http/flash.server";
import { requireSignIn } from "~/http/guards.server";
import { idParam } from "~/http/params.server";
import { readForm } from "~/http/read-form.server";
import { badRequest, notFound } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { parseCount } from "~/ids";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { fieldOf, fieldProps, summaryOf } from "~/ui/form-fields";

export const meta: MetaFunction = () => [{ title: "Edit your message · Matchcut" }];

function placeIn(args: LoaderFunctionArgs | ActionFunctionArgs): [conversationId: string, seq: number] {
  const seq = parseCount(args.params.seq);
  if (!seq) throw notFound();
  return [idParam(args, "conversationId"), seq];
}

export const handle: RouteFailure = {
  failure: { form: ["Failed to change message. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const message = await findChangeable(actor, ...placeIn(args));
  if (!message) throw notFound();
  return { message };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, changeSchema);
  const [conversationId, seq] = placeIn(args);
  const form = await readForm(args, changeSchema);
  if (!form.ok) return form.reply;
  const isDeletion = form.value.intent === "delete";
  const done = isDeletion
    ? await deleteMessage(actor, conversationId, seq)
    : await editMessage(actor, conversationId, seq, form.value.content);
  if (done.ok) {
    return redirectWithFlash(paths.conversation(conversationId), {
      title: isDeletion ? "Message deleted" : "Message changed",
    });
  }
  switch (done.refused) {
    case "not-found":
      throw notFound();
    case "over":
      throw badRequest(409, "Too late", messageWords.changeOver);
    case "empty":
      return form.refuse({ content: [messageWords.empty] });
    case "too-long":
      return form.refuse({ content: [messageWords.tooLong] });
  }
}

export default function ChangeMessage() {
  const { message } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const content = fieldOf("change", result, "content");
  const here = paths.changeMessage(message.conversationId, message.seq);
  return (
    <div className="narrow stack">
      <h1>Edit your message</h1>
      <p className="muted">
        For {changeableFor} minutes after you sent it. Everybody sees that it was edited.
      </p>
      <Card>
        <Form action={here} className="stack">
          <ErrorSummary
            errors={summaryOf(
              { id: content.id, errors: result?.error?.[""] ?? undefined, allErrors: result?.error },
              [content],
            )}
          />
          <TextArea
            label="Message"
            required
            maxLength={longestMessage}
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
      </Card>
      <details>
        <summary>Delete this message</summary>
        <Form action={here} className="stack">
          <p>Its text is permanently removed for everyone. A placeholder shows that there was a message.</p>
          <div>
            <SubmitButton name="intent" value="delete" kind="danger" small pending="Deleting...">
              Delete for good
            </SubmitButton>
          </div>
        </Form>
      </details>
    </div>
  );
}
