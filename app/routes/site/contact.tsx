import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone, retryText } from "~/failure-words";
import {
  contactSubjectNames,
  contactSubjects,
  isContactSubject,
  longestMessage,
  thanks,
} from "~/features/contact/contact";
import { contactSchema } from "~/features/contact/contact.schema";
import { findSender, sendContact } from "~/features/contact/contacting.server";
import { questionsOf } from "~/features/content/faq.server";
import { pageMeta } from "~/features/content/page-meta";
import { StillFrame } from "~/features/content/page-parts";
import { readForm } from "~/http/form.server";
import { allowAnyone, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/content-page.css?url";
import { ErrorSummary, Field, Form, Select, TextArea, useForm } from "~/ui/form";
import { Honeypot } from "~/ui/honeypot";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Contact · Matchcut",
    description: "Contact the Matchcut team about support, billing, partnerships or feedback.",
    path: paths.contact(),
  });

export const handle: RouteHandle = { styles, formFailure: notDone("Your message wasn't sent.") };

/** Names of files in content/help/faq. */
const askedMost = ["paying-each-other", "canceling", "file-sharing"];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const asked = new URL(args.request.url).searchParams.get("subject");
  return {
    sender: actor && (await findSender(actor)),
    subject: isContactSubject(asked) ? asked : "",
    key: randomUUID(),
    answered: questionsOf(askedMost),
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const form = await readForm(args, contactSchema);
  if (!form.ok) return form.reply;
  const done = await sendContact(actor, args.context.clientAddress, form.value);
  if (!done.ok)
    return form.refuse(
      `You've sent a lot of messages. Please try again ${retryText(done.waitSeconds)}.`,
      429,
    );
  return redirectWithFlash(paths.contact(), {
    title: "Message sent!",
    text: thanks,
  });
}

const subjects = contactSubjectNames.map((value) => ({ value, label: contactSubjects[value] }));

export default function Contact() {
  const { sender, subject: asked, key, answered } = useLoaderData<typeof loader>();
  const { formProps, field, errorsOf, propsOf } = useForm<
    "name" | "email" | "subject" | "message" | "key" | "f7"
  >("contact", useActionData<typeof action>()?.result, { ...sender, subject: asked });
  const sent = field("key");
  // A retry after a failure on our end keeps its key, so that the message is stored only once.
  const sameKey = !sent.errors && typeof sent.initialValue === "string" ? sent.initialValue : key;
  return (
    <div className="beside">
      <div className="stack">
        <h1>Contact us</h1>
        <p className="muted">Questions, problems, ideas: we read everything and reply by email.</p>
        <p>
          Your answer may already be in the <Link to={paths.faq()}>FAQ</Link>.
        </p>
        <Form action={paths.contact()} className="stack" {...formProps}>
          <ErrorSummary errors={errorsOf(["name", "email", "subject", "message"])} />
          <input type="hidden" name="key" value={sameKey} />
          <Field label="Name" autoComplete="name" required limit={100} {...propsOf("name")} />
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            required
            limit={254}
            hint="We'll reply to this address."
            {...propsOf("email")}
          />
          <Select
            label="Subject"
            options={subjects}
            emptyLabel="Choose a subject"
            required
            {...propsOf("subject")}
          />
          <TextArea label="Message" required rows={6} limit={longestMessage} {...propsOf("message")} />
          <Honeypot name="f7" />
          <SubmitButton pending="Sending...">Send message</SubmitButton>
        </Form>
      </div>
      <aside>
        <StillFrame name="interview" small="interview-360" />
        <h2>Already answered</h2>
        <ul className="points points-column">
          {answered.map(({ id, question }) => (
            <li key={id}>
              <a href={`${paths.faq()}#${id}`}>{question}</a>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.faq()} kind="secondary">
          All questions
        </ButtonLink>
      </aside>
    </div>
  );
}
