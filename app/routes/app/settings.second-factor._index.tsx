import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { wrongPassword } from "~/features/accounts/account-words";
import { PasswordField } from "~/features/accounts/components/password-field";
import { wrongCode } from "~/features/second-factor/code";
import { sealCodes } from "~/features/second-factor/codes.server";
import { CodeField } from "~/features/second-factor/components/code-field";
import { PasskeyList } from "~/features/second-factor/components/passkeys";
import { getFactor, makeNewCodes, turnOff } from "~/features/second-factor/managing.server";
import { listPasskeys, removePasskey } from "~/features/second-factor/passkeys.server";
import { factorSchema } from "~/features/second-factor/second-factor.schema";
import { recoveryCodesCookie } from "~/http/cookies.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentProof, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, type FormResult, summaryOf, useForm } from "~/ui/form";
import { Badge, ButtonLink, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Two-step verification");

export const handle: RouteHandle = { formFailure: notDone("Nothing changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const [factor, passkeys] = await Promise.all([getFactor(actor), listPasskeys(actor)]);
  return { factor, passkeys, isAdmin: actor.isAdmin };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, factorSchema);
  if (!form.ok) return form.reply;
  const { value } = form;
  if (value.intent === "remove") {
    await requireRecentProof(args, actor);
    await removePasskey(actor, value.passkeyId);
    return redirectWithFlash(paths.secondFactor(), { title: "Passkey removed" });
  }
  const done = value.intent === "codes" ? await makeNewCodes(actor, value.code) : await turnOff(actor, value);
  if (done.ok && done.codes)
    return redirectWithFlash(paths.recoveryCodes(), { title: "Your new recovery codes" }, [
      await recoveryCodesCookie.serialize(sealCodes(actor, done.codes)),
    ]);
  if (done.ok) return redirectWithFlash(paths.secondFactor(), { title: "Two-step verification is off" });
  switch (done.refused) {
    case "wrong-password":
      return form.refuse({ password: [wrongPassword] });
    case "wrong":
      return form.refuse({ code: [wrongCode] });
    case "off":
      return redirectWithFlash(paths.secondFactor(), { title: "Two-step verification is already off" });
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

/** Shows errors of hidden fields and of forms that aren't on the page. */
function strayErrors(result: FormResult | undefined, isOn: boolean) {
  const intent = String(result?.initialValue?.intent ?? "");
  if (isOn && ["codes", "off"].includes(intent)) return [];
  return summaryOf(result, []);
}

export default function SecondFactor() {
  const { factor, passkeys, isAdmin } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <SettingsPage current={paths.secondFactor()} title="Two-step verification">
      <ErrorSummary errors={strayErrors(result, factor.since !== null)} />
      {factor.since ? (
        <Section>
          <p>
            <Badge tone="positive">On</Badge> since <Time at={factor.since} as="inText" />. Signing in takes
            your password and a code from your authenticator app.
          </p>
          <p>
            Recovery codes left: <strong>{factor.codesLeft}</strong>
          </p>
          {factor.codesLeft < 3 && (
            <p className="notice">
              Get new recovery codes soon. You'll need one to sign in if you lose your phone.
            </p>
          )}
          <NewCodesForm result={result} />
          <TurnOffForm result={result} isAdmin={isAdmin} />
        </Section>
      ) : (
        <Section>
          <p>
            <Badge tone="neutral">Off</Badge> You sign in with just your password.
          </p>
          <p>
            With two-step verification, signing in also takes a code from an app on your phone. Someone who
            learns your password still can't get in.
          </p>
          <ButtonLink to={paths.setUpFactor()}>Set up two-step verification</ButtonLink>
        </Section>
      )}
      <PasskeyList passkeys={passkeys} />
    </SettingsPage>
  );
}

const codeHint = "From your authenticator app, or a recovery code.";

const resultOf = (result: FormResult | undefined, intent: string) =>
  result?.initialValue?.intent === intent ? result : undefined;

function NewCodesForm({ result }: { result?: FormResult }) {
  const own = resultOf(result, "codes");
  const { formProps, field, errorsOf } = useForm<"code">("codes", own);
  return (
    <details open={own !== undefined}>
      <summary>Get new recovery codes</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="Your codes haven't changed" errors={errorsOf(["code"])} />
        <input type="hidden" name="intent" value="codes" />
        <p className="hint">The codes you have now will stop working.</p>
        <CodeField field={field("code")} hint={codeHint} takesRecovery />
        <SubmitButton kind="secondary" pending="Getting codes...">
          Get ten new codes
        </SubmitButton>
      </Form>
    </details>
  );
}

function TurnOffForm({ result, isAdmin }: { result?: FormResult; isAdmin: boolean }) {
  const own = resultOf(result, "off");
  const { formProps, field, errorsOf, propsOf } = useForm<"password" | "code">("off", own);
  return (
    <details open={own !== undefined}>
      <summary>Turn it off or switch phones</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="Two-step verification is still on" errors={errorsOf(["password", "code"])} />
        <input type="hidden" name="intent" value="off" />
        <p className="hint">
          You'll sign in with just your password, and your recovery codes will stop working. To switch phones,
          turn it off here, then set it up on the new one.
          {isAdmin && " Without it, you may lose access to the admin area."}
        </p>
        <PasswordField {...propsOf("password")} />
        <CodeField field={field("code")} hint={codeHint} takesRecovery />
        <SubmitButton kind="danger" pending="Turning off...">
          Turn off two-step verification
        </SubmitButton>
      </Form>
    </details>
  );
}
