import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { CodeField } from "./code-field";

const codeHint = "Of your app, or a recovery code.";

const resultOf = (result: FormResult | undefined, intent: string) =>
  result?.initialValue?.intent === intent ? result : undefined;

export function NewCodesForm({ result }: { result?: FormResult }) {
  const own = resultOf(result, "codes");
  const { form, formProps, field } = useForm<"code">("codes", own);
  const code = field("code");
  return (
    <details open={own !== undefined}>
      <summary>Make new recovery codes</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="No codes were made" errors={summaryOf(form, [code])} />
        <input type="hidden" name="intent" value="codes" />
        <p className="hint">The ones you have stop working.</p>
        <CodeField field={code} hint={codeHint} takesRecovery />
        <div>
          <SubmitButton kind="secondary" pending="Making them...">
            Make ten new codes
          </SubmitButton>
        </div>
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
      <summary>Turn it off, or move to another phone</summary>
      <Form {...formProps} action={paths.secondFactor()} className="stack">
        <ErrorSummary title="It is still on" errors={summaryOf(form, [password, code])} />
        <input type="hidden" name="intent" value="off" />
        <p className="hint">
          Your password alone then opens your account, and your recovery codes stop working. For another
          phone, set it up again there.
          {isAdmin && " Without it, you may not be able to do an admin's work."}
        </p>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          {...fieldProps(password)}
        />
        <CodeField field={code} hint={codeHint} takesRecovery />
        <div>
          <SubmitButton kind="danger" pending="Turning it off...">
            Turn it off
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}
