import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { wrongPassword } from "~/features/accounts/account-words";
import { PasswordField } from "~/features/accounts/components/password-field";
import { wrongCode, wrongPasskey } from "~/features/second-factor/code";
import { CodeField } from "~/features/second-factor/components/code-field";
import { PasskeyButton } from "~/features/second-factor/components/passkeys";
import { hasPasskeys } from "~/features/second-factor/passkeys.server";
import { identitySchema } from "~/features/second-factor/second-factor.schema";
import { confirmIdentity } from "~/features/second-factor/second-step.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Confirm it's you");

export const handle: RouteHandle = { formFailure: "Please try again." };

/** `requireRecentProof` marks the URL of a page whose form it kept; a download has no form. */
const keepsForm = (redirectTo: string) => /[?&]kept=1$/.test(redirectTo);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const redirectTo = wayOn(args.request) ?? paths.dashboard();
  return {
    redirectTo,
    asks: actor.hasSecondFactor ? ("factor" as const) : ("password" as const),
    offersPasskey: await hasPasskeys(actor.userId),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, identitySchema);
  const redirectTo = wayOn(args.request) ?? paths.dashboard();
  if (!form.ok) return form.reply;
  const done = await confirmIdentity(actor, form.value);
  if (done.ok)
    return redirectWithFlash(redirectTo, {
      title: "Confirmed",
      text: keepsForm(redirectTo)
        ? "What you wrote is still here. Press the button again to finish."
        : "Press the button or open the file again to finish.",
    });
  if (done.refused === "wrong") {
    const { by } = form.value;
    // A passkey has no form field for the error to appear next to.
    return form.refuse({ [by === "passkey" ? "" : by]: [wrongProof[by]] });
  }
  return form.refuse(tooManyAttempts(done.waitSeconds), 429);
}

const wrongProof = {
  code: wrongCode,
  passkey: wrongPasskey,
  password: wrongPassword,
};

export default function ConfirmIdentity() {
  const { redirectTo, asks, offersPasskey } = useLoaderData<typeof loader>();
  const { formProps, field, errorsOf, propsOf } = useForm<"code" | "password">(
    "confirm",
    useActionData<typeof action>()?.result,
  );
  return (
    <div className="narrow stack">
      <h1>Confirm it's you</h1>
      <Section>
        <p>
          {asks === "factor"
            ? "To continue, enter a code again. Your last one was more than ten minutes ago."
            : "To continue, enter your password again. It's been more than ten minutes since you last did."}
          {keepsForm(redirectTo) && " We've kept what you wrote."}
        </p>
        <Form {...formProps} action={paths.confirmIdentity({ redirectTo })} className="stack">
          <ErrorSummary title="Not confirmed" errors={errorsOf([asks === "factor" ? "code" : "password"])} />
          {asks === "factor" ? (
            <>
              <input type="hidden" name="by" value="code" />
              <CodeField
                field={field("code")}
                hint="The six digits your authenticator app shows, or a recovery code."
                takesRecovery
              />
            </>
          ) : (
            <>
              <input type="hidden" name="by" value="password" />
              <PasswordField {...propsOf("password")} />
            </>
          )}
          <div className="row">
            <SubmitButton pending="Checking...">Confirm</SubmitButton>
            <ButtonLink kind="secondary" to={redirectTo}>
              Back
            </ButtonLink>
          </div>
        </Form>
        {offersPasskey && (
          <PasskeyButton
            purpose="confirm"
            action={paths.confirmIdentity({ redirectTo })}
            fields={{ by: "passkey" }}
            kind="secondary"
          />
        )}
      </Section>
    </div>
  );
}
