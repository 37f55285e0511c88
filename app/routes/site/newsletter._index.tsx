import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { pageMeta } from "~/features/content/page-meta";
import { alreadySubscribed, newsletterSchema } from "~/features/newsletter/newsletter.schema";
import { askForNewsletter } from "~/features/newsletter/newsletter.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/sign-page.css?url";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { Honeypot } from "~/ui/honeypot";
import { SubmitButton } from "~/ui/parts";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Newsletter · Matchcut",
    description: "What's new on Matchcut, every now and then. Unsubscribe with one click.",
    path: paths.newsletter(),
  });

export const handle: RouteHandle = {
  styles,
  formFailure: "Subscription failed: There was an error subscribing you to the newsletter.",
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return { isAsked: new URL(args.request.url).searchParams.get("asked") === "1" };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const form = await readForm(args, newsletterSchema);
  if (!form.ok) return form.reply;
  if (!form.value.email)
    return redirectWithFlash(paths.newsletter(), {
      title: "Email required",
      text: "Please enter your email address.",
      tone: "destructive",
    });
  const done = await askForNewsletter(actor, args.context.clientAddress, form.value);
  if (done.ok) return redirectWithFlash(`${paths.newsletter()}?asked=1`, { title: "Check your email" });
  if (done.refused === "subscribed")
    return redirectWithFlash(paths.newsletter(), {
      ...alreadySubscribed,
      tone: "destructive",
    });
  return form.refuse(tooManyAttempts(done.waitSeconds), 429);
}

export default function Newsletter() {
  const { isAsked } = useLoaderData<typeof loader>();
  const { formProps, errorsOf, propsOf } = useForm<"email">(
    "newsletter",
    useActionData<typeof action>()?.result,
  );
  return (
    <BesideFilm film={<OneFrame name="timeline" />}>
      <h1>Newsletter</h1>
      <p className="text-xl">What's new on Matchcut, every now and then. Unsubscribe with one click.</p>
      {isAsked && (
        <p className="notice" role="status">
          Check your email for a link to confirm your subscription. If it doesn't arrive, this address may
          already be subscribed, or we've already emailed it several times today.
        </p>
      )}
      <div className="stack">
        <Form action={paths.newsletter()} className="stack" {...formProps}>
          <ErrorSummary errors={errorsOf(["email"])} />
          <Field label="Email" type="email" autoComplete="email" limit={254} {...propsOf("email")} />
          <Honeypot name="f7" />
          <SubmitButton pending="Subscribing...">Subscribe</SubmitButton>
        </Form>
      </div>
    </BesideFilm>
  );
}
