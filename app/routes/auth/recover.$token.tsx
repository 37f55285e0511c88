import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newPasswordSchema } from "~/features/accounts/account.schema";
import { StayingPasskeys } from "~/features/accounts/components/staying-passkeys";
import { findRecovery, recover } from "~/features/accounts/recovering.server";
import { redirectWithFlash } from "~/http/flash.server";
import { allowAnyone } from "~/http/guards.server";
import { redirectToSecondStep } from "~/http/pending-sign-in.server";
import { readForm } from "~/http/read-form.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf, openSession } from "~/http/session.server";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { fieldProps, summaryOf, useForm } from "~/ui/form-fields";

export const meta: MetaFunction = () => [
  { title: "Choose a new password · Matchcut" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "strict-origin" },
];

export const handle: RouteHandle = {
  secretParams: ["token"],
  failure: { form: ["Failed to change your password. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const found = await findRecovery(args.params.token ?? "");
  return data({ found }, { status: found ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const form = await readForm(args, newPasswordSchema);
  if (!form.ok) return form.reply;
  const done = await recover(args.params.token ?? "", form.value, await clientOf(args));
  if (done.ok && "pending" in done) return redirectToSecondStep(done.pending, paths.dashboard());
  if (done.ok) {
    return redirectWithFlash(
      paths.dashboard(),
      { title: "Password changed", text: "You are signed in here, and signed out everywhere else." },
      await openSession(args, done.clientSession),
    );
  }
  if (done.refused === "weak-password") return form.refuse({ password: [done.reason] });
  return form.refuse({ "": ["This link no longer works."] }, 409);
}

export default function NewPassword() {
  const { found } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { form, formProps, field } = useForm<"password">("new-password", result);
  const password = field("password");
  return (
    <div className="narrow stack">
      <h1>Choose a new password</h1>
      <Card>
        {found ? (
          <Form {...formProps} className="stack">
            <ErrorSummary errors={summaryOf(form, [password])} />
            <Field
              label="New password"
              type="password"
              autoComplete="new-password"
              hint="At least 6 characters. You will be signed out everywhere else."
              required
              minLength={6}
              maxLength={200}
              {...fieldProps(password)}
            />
            <StayingPasskeys names={found.passkeys} />
            <SubmitButton pending="Saving...">Save the password</SubmitButton>
          </Form>
        ) : (
          <div className="stack">
            <p>This link no longer works: it was used, replaced, or is more than an hour old.</p>
            <ButtonLink to={paths.recover()}>Send a new link</ButtonLink>
          </div>
        )}
      </Card>
    </div>
  );
}
