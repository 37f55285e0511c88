import { PasswordField } from "~/features/accounts/components/password-field";
import { paths } from "~/paths";
import { ErrorSummary, Form, type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { CodeField } from "./code-field";

const codeHint = "From your authenticator app, or a recovery code.";

const resultOf = (result: FormResult | undefined, intent: string) =>
  result?.initialValue?.intent === intent ? result : undefined;

export function NewCodesForm({ result }: { result?: FormResult }) {
  const own = resultOf(result, "codes");
  const { form, formProps, field } = useForm<"code">("codes", own);
  const code = field("code");
  return (
    <details open={own !== undefined}>
      <summary>Get new recovery codes</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="Your codes haven't changed" errors={summaryOf(form, [code])} />
        <input type="hidden" name="intent" value="codes" />
        <p className="hint">The codes you have now will stop working.</p>
        <CodeField field={code} hint={codeHint} takesRecovery />
        <SubmitButton kind="secondary" pending="Getting codes...">
          Get ten new codes
        </SubmitButton>
      </Form>
    </details>
  );
}

export function TurnOffForm({ result, isAdmin }: { result?: FormResult; isAdmin: boolean }) {
  const own = resultOf(result, "off");
  const { form, formProps, field } = useForm<"password" | "code">("off", own);
  const [password, code] = [field("password"), field("code")];
  return (
    <details open={own !== undefined}>
      <summary>Turn it off or switch phones</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="Two-step verification is still on" errors={summaryOf(form, [password, code])} />
        <input type="hidden" name="intent" value="off" />
        <p className="hint">
          You'll sign in with just your password, and your recovery codes will stop working. To switch phones,
          turn it off here, then set it up on the new one.
          {isAdmin && " Without it, you may lose access to the admin area."}
        </p>
        <PasswordField {...fieldProps(password)} />
        <CodeField field={code} hint={codeHint} takesRecovery />
        <SubmitButton kind="danger" pending="Turning off...">
          Turn off two-step verification
        </SubmitButton>
      </Form>
    </details>
  );
}
