import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { contactStates, contactSubjects, longestMessage } from "~/features/contact/contact";
import { handlingSchema } from "~/features/contact/contact.schema";
import { findContact, handleContact } from "~/features/contact/inbox.server";
import { notFound, readForm } from "~/http/form.server";
import { idParam, redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary, Form, fieldProps, summaryOf, TextArea, useForm } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Contact message");

export const handle: RouteFailure = {
  failure: { form: [notDone("Your reply wasn't sent.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const _admin = await requireAdmin(args);
  const message = await findContact(idParam(args, "messageId"));
  if (!message) throw notFound();
  return { message };
}

const done = { answer: "Reply sent", close: "Message closed", reopen: "Message reopened" } as const;

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, handlingSchema);
  const messageId = idParam(args, "messageId");
  const form = await readForm(args, handlingSchema);
  if (!form.ok) {
    if (!(await findContact(messageId))) throw notFound();
    return form.reply;
  }
  const handled = await handleContact(admin, messageId, form.value);
  if (handled.ok)
    return redirectWithFlash(
      form.value.intent === "answer" ? adminPaths.contactInbox() : adminPaths.contactMessage(messageId),
      { title: done[form.value.intent] },
    );
  if (handled.refused === "not-found") throw notFound();
  return form.refuse(
    { "": ["Another admin has already handled this message. Reload the page to see how."] },
    409,
  );
}

export default function ContactMessage() {
  const { message } = useLoaderData<typeof loader>();
  const { form, formProps, field } = useForm<"answer" | "intent">(
    "answer",
    useActionData<typeof action>()?.result,
  );
  const answer = field("answer");
  const isWaiting = message.state === "waiting";
  return (
    <div className="narrow stack">
      <h1>
        {contactSubjects[message.subject]} from {message.name}
      </h1>
      <Card>
        <p className="muted">
          {message.email} · <Time at={message.at} /> · {contactStates[message.state]}
          {message.handledAt && (
            <>
              {" "}
              <Time at={message.handledAt} />
              {message.handlerName && ` by ${message.handlerName}`}
            </>
          )}
        </p>
        <p className="whitespace-pre-line">{message.message}</p>
        {message.userId && (
          <p>
            <ButtonLink kind="secondary" small to={paths.profile(message.userId)}>
              View member's profile
            </ButtonLink>
          </p>
        )}
      </Card>
      {message.answer && (
        <Card title="Our reply">
          <p className="whitespace-pre-line">{message.answer}</p>
        </Card>
      )}
      <ErrorSummary errors={summaryOf(form, isWaiting ? [answer] : [])} />
      {isWaiting && (
        <Card title="Reply">
          <Form action={adminPaths.contactMessage(message.id)} className="stack" {...formProps}>
            <TextArea
              label="Your reply"
              hint={`We'll email it to ${message.email}. You can't take it back.`}
              required
              rows={6}
              limit={longestMessage}
              {...fieldProps(answer)}
            />
            <SubmitButton name="intent" value="answer" pending="Sending...">
              Send reply
            </SubmitButton>
          </Form>
        </Card>
      )}
      <div className="row">
        {message.state !== "answered" && (
          <Form action={adminPaths.contactMessage(message.id)}>
            {isWaiting ? (
              <SubmitButton kind="secondary" name="intent" value="close" pending="Saving...">
                Close without replying
              </SubmitButton>
            ) : (
              <SubmitButton kind="secondary" name="intent" value="reopen" pending="Saving...">
                Reopen
              </SubmitButton>
            )}
          </Form>
        )}
        <ButtonLink kind="secondary" to={adminPaths.contactInbox()}>
          All messages
        </ButtonLink>
      </div>
    </div>
  );
}
