import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { linkOver, notDone } from "~/failure-words";
import { afreshSchema, newPasswordSchema } from "~/features/accounts/account.schema";
import { signedOutElsewhere } from "~/features/accounts/account-words";
import { PasswordField, UsernameField } from "~/features/accounts/components/password-field";
import { StayingPasskeys } from "~/features/accounts/components/staying-passkeys";
import { findRecovery, recover } from "~/features/accounts/recovering.server";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { findOwed, joinAfresh } from "~/features/payments/starting-over.server";
import { redirectToSecondStep } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, landingOf, redirectSignedIn, redirectWithFlash, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf, openSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Choose a new password");

export const handle: RouteHandle = {
  secretParams: ["token"],
  formFailure: notDone("Your password wasn't changed."),
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  const known = await findRecovery(token);
  if (!known) return data({ found: null, owed: null }, { status: 404 });
  const { userId: _, ...found } = known;
  return data({ found, owed: await findOwed(token) });
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  if ((await findRecovery(token))?.isConfirmed === false) return startAfresh(args, token);
  const form = await readForm(args, newPasswordSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await recover(token, form.value, await clientOf(args));
  if (done.ok && "pending" in done) return redirectToSecondStep(done.pending, paths.dashboard());
  if (done.ok) {
    const toast = {
      title: "Password changed",
      text: signedOutElsewhere,
    };
    return redirectSignedIn(args, done.clientSession, { to: paths.dashboard(), toast, isDraftOver: false });
  }
  if (done.refused === "weak-password") return form.refuse({ password: [done.reason] });
  return form.refuse(linkOver, 409);
}

async function startAfresh(args: ActionFunctionArgs, token: string) {
  const form = await readForm(args, afreshSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await joinAfresh(token, form.value, await clientOf(args));
  if (done.ok)
    return redirectWithFlash(
      landingOf(args, paths.onboarding()),
      { title: "Your new account is ready", text: "Your email address is confirmed." },
      await openSession(args, done),
    );
  if (done.refused === "weak-password") return form.refuse({ password: [done.reason] });
  return form.refuse(linkOver, 409);
}

/** What the person who paid for the account gets back. */
function Owed({ cents }: { cents: number }) {
  return (
    <p>
      That account paid for a plan. We'll refund the card that paid: the unused days of the current billing
      period, or the price of a post without a match.{" "}
      <strong>
        {cents > 0 ? `Right now, that's ${dollars(cents)}.` : "Right now, there's nothing left to refund."}
      </strong>
    </p>
  );
}

export default function NewPassword() {
  const { found, owed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"fullName" | "password">("new-password", result);
  const isAfresh = found?.isConfirmed === false;
  return (
    <BesideFilm film={<OneFrame name="bridge" />}>
      <h1>{isAfresh ? "Start over with a new account" : "Choose a new password"}</h1>
      {found ? (
        <Form {...formProps} className="stack">
          <ErrorSummary errors={errorsOf(isAfresh ? ["fullName", "password"] : ["password"])} />
          {isAfresh && (
            <>
              <p>
                There's an account with <strong>{found.email}</strong>, but no one ever confirmed the address,
                so someone else may have created it. If you continue, we'll delete that account and everything
                in it, including its profile, messages and plan, and give you a new one.
              </p>
              {owed && <Owed cents={owed.cents} />}
              <p>
                If it's your account and you know the password,{" "}
                <Link to={paths.login({ redirectTo: paths.confirmation() })}>sign in</Link> and confirm your
                email address instead.
              </p>
              <Field label="Full name" autoComplete="name" required limit={100} {...propsOf("fullName")} />
            </>
          )}
          {!isAfresh && (
            <p>
              For the account with <strong>{found.email}</strong>.
            </p>
          )}
          <UsernameField email={found.email} />
          <PasswordField
            label="New password"
            isNew
            hint={isAfresh ? undefined : "You'll be signed out everywhere else."}
            {...propsOf("password")}
          />
          {!isAfresh && <StayingPasskeys names={found.passkeys} />}
          <SubmitButton pending="Saving...">
            {isAfresh ? "Delete it and start over" : "Save password"}
          </SubmitButton>
        </Form>
      ) : (
        <>
          <p>
            This link no longer works. It was used, is more than an hour old, we've sent you a newer one, or
            your password or email address has changed since.
          </p>
          <ButtonLink to={paths.recover()}>Get a new link</ButtonLink>
        </>
      )}
    </BesideFilm>
  );
}
