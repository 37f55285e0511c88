import type { FetcherWithComponents } from "@remix-run/react";
import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form-fields";
import { useIsBlank } from "~/ui/is-blank";
import { invitationLimits } from "../invite";

/** Posts `email` to the page of invitations; with `fetcher`, what it refuses appears here. */
export function InviteByMail({
  result,
  fetcher,
}: {
  result: FormResult | undefined;
  fetcher?: FetcherWithComponents<unknown>;
}) {
  const { form, formProps, field } = useForm<"email">("invite", result);
  const email = field("email");
  const isBlank = useIsBlank(email.id);
  return (
    <Form fetcher={fetcher} action={paths.invitePeople({ tab: "email" })} className="stack" {...formProps}>
      <ErrorSummary title="No invitation sent" errors={summaryOf(form, [email])} />
      <Field
        label="Their email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
        hint={`We write to each address once, with your name and no words of yours. Up to ${invitationLimits.aDay} a day.`}
        {...fieldProps(email)}
      />
      <div>
        <SubmitButton pending="Sending..." disabled={isBlank}>
          Send
        </SubmitButton>
      </div>
    </Form>
  );
}
