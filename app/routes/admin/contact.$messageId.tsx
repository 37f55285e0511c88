import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { contactStates, contactSubjects, longestMessage } from "~/features/contact/contact";
import { handlingSchema } from "~/features/contact/contact.schema";
import { findContact, handleContact, placeOfContact } from "~/features/contact/inbox.server";
import { redirectToNext } from "~/http/admin-list-page.server";
import { notFound, orNotFound } from "~/http/form.server";
import { idParam, keepWritten, readAsAdmin, redirectWithFlash, requireAdmin } from "~/http/route.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/case-page.css?url";
import { CasePage, KeyWords, LastDecision, ToDecision } from "~/ui/case-page";
import { ErrorSummary, Form, TextArea, useForm } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle<typeof loader>(({ message }) => `Message from ${message.name}`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your reply wasn't sent.") });

export async function loader(args: LoaderFunctionArgs) {
  const _admin = await requireAdmin(args);
  const messageId = idParam(args, "messageId");
  const [message, place] = await Promise.all([findContact(messageId), placeOfContact(messageId)]);
  if (!message) throw notFound();
  const decided = parseId(new URL(args.request.url).searchParams.get("decided") ?? undefined);
  return { message, place, decided };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, handlingSchema);
  const messageId = idParam(args, "messageId");
  const message = orNotFound(await findContact(messageId));
  if (!form.ok) return form.reply;
  const handled = await handleContact(admin, messageId, form.value);
  const { intent } = form.value;
  if (handled.ok && intent === "reopen")
    return redirectWithFlash(`${adminPaths.contactMessage(messageId)}#case`, { title: "Message reopened" });
  if (handled.ok)
    return redirectToNext(
      await placeOfContact(messageId),
      {
        caseAt: (id) =>
          adminPaths.contactMessage(id, { decided: intent === "close" ? messageId : undefined }),
        list: adminPaths.contactInbox(),
      },
      { title: intent === "answer" ? `Reply sent to ${message.name}` : `${message.name}'s message closed` },
    );
  if (handled.refused === "not-found") throw notFound();
  keepWritten(args, { title: handledByAnother });
  return form.refuse(`${handledByAnother}. Reload the page to see how.`, 409);
}

const handledByAnother = "Another admin has already handled this message";

export default function ContactMessage() {
  const { message, place, decided } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { formProps, errorsOf, propsOf } = useForm<"answer" | "intent">(
    "answer",
    useActionData<typeof action>()?.result,
  );
  const isWaiting = message.state === "waiting";
  const here = adminPaths.contactMessage(message.id);
  return (
    <CasePage
      key={pathname}
      title={`${contactSubjects[message.subject]} from ${message.name}`}
      place={place}
      caseAt={adminPaths.contactMessage}
      list={{ to: adminPaths.contactInbox(), label: "All messages" }}
      keys={<KeyWords cap="E">write the reply</KeyWords>}
      notice={decided && <LastDecision to={adminPaths.contactMessage(decided)} />}
      decision={
        <section id="decide" tabIndex={-1} className="stack" aria-labelledby="reply">
          <h2 id="reply">{isWaiting ? "Reply" : contactStates[message.state]}</h2>
          <ErrorSummary errors={errorsOf(isWaiting ? ["answer"] : [])} />
          {isWaiting && (
            <Form action={here} className="stack" {...formProps}>
              <TextArea
                label="Your reply"
                hint={`We'll email it to ${message.email}. You can't take it back.`}
                required
                rows={6}
                limit={longestMessage}
                data-key="e"
                {...propsOf("answer")}
              />
              <SubmitButton name="intent" value="answer" pending="Sending...">
                Send reply
              </SubmitButton>
            </Form>
          )}
          {message.handledAt && (
            <p className="muted">
              <Time at={message.handledAt} as="dateTime" />
              {message.handlerName && ` by ${message.handlerName}`}
            </p>
          )}
          {message.state !== "answered" && (
            <Form action={here}>
              <SubmitButton
                kind="secondary"
                name="intent"
                value={isWaiting ? "close" : "reopen"}
                pending="Saving..."
              >
                {isWaiting ? "Close without replying" : "Reopen"}
              </SubmitButton>
            </Form>
          )}
        </section>
      }
    >
      <p className="muted">
        {message.email} · <Time at={message.at} />
        {message.userId && (
          <>
            {" · "}
            <Link to={paths.profile(message.userId)}>View member's profile</Link>
          </>
        )}
      </p>
      <p className="lead whitespace-pre-line">{message.message}</p>
      {message.answer && (
        <section aria-labelledby="ours">
          <h2 id="ours">Our reply</h2>
          <p className="whitespace-pre-line">{message.answer}</p>
        </section>
      )}
      {isWaiting && <ToDecision>Reply</ToDecision>}
    </CasePage>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this message");
