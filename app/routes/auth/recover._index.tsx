import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { recoverSchema } from "~/features/accounts/account.schema";
import { requestRecovery } from "~/features/accounts/recovering.server";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Reset your password");

export const handle: RouteHandle = { formFailure: notDone("The link wasn't sent.") };

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return { sent: new URL(args.request.url).searchParams.get("sent") === "1" };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const form = await readForm(args, recoverSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await requestRecovery(form.value, await clientOf(args));
  if (!done.ok) return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  return redirect(`${paths.recover()}?sent=1`, 303);
}

export default function Recover() {
  const { sent } = useLoaderData<typeof loader>();
  const { formProps, errorsOf, propsOf } = useForm<"email">(
    "recover",
    useActionData<typeof action>()?.result,
  );
  if (sent)
    return (
      <BesideFilm film={<OneFrame name="river-dawn" />}>
        <h1>Check your email</h1>
        <p className="text-xl">
          If this address has an account, we've emailed a link to choose a new password. It works once and
          expires in an hour.
        </p>
        <p className="muted">
          Nothing there? Check your spam folder, or <Link to={paths.recover()}>try another address</Link>. If
          you ask again, only the newest link works.
        </p>
        <ButtonLink to={paths.login()} kind="secondary">
          Back to sign in
        </ButtonLink>
      </BesideFilm>
    );
  return (
    <BesideFilm film={<OneFrame name="tent" />}>
      <p className="sign-links">
        <Link to={paths.login()} className="row">
          <Icon name="arrow-left" size={18} />
          Sign in
        </Link>
      </p>
      <h1>Reset your password</h1>
      <Form {...formProps} className="stack">
        <ErrorSummary errors={errorsOf(["email"])} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="We'll email you a link to choose a new password."
          required
          limit={254}
          {...propsOf("email")}
        />
        <SubmitButton pending="Sending...">Send the link</SubmitButton>
      </Form>
    </BesideFilm>
  );
}
