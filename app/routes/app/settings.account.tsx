import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { nameSchema } from "~/features/accounts/account.schema";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import { getAddress } from "~/features/accounts/address.server";
import { rename } from "~/features/profiles/saving.server";
import { userTypeLabels } from "~/features/profiles/user-type";
import { limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Account");

export const handle: RouteHandle = { formFailure: notDone("Your name wasn't saved.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { name: actor.name, userType: actor.userType, ...(await getAddress(actor)) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, nameSchema);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "rename");
  const done = await rename(actor, form.value.fullName);
  if (!done.ok) return form.refuse({ fullName: [forbiddenNameWords] });
  return redirectWithFlash(paths.account(), { title: "Name saved" });
}

export default function Account() {
  const { name, userType, email, pending } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"fullName">("account", result, { fullName: name });
  return (
    <SettingsPage current={paths.account()} title="Account">
      <Section>
        <Form {...formProps} action={paths.account()} className="stack">
          <ErrorSummary title="Name not saved" errors={errorsOf(["fullName"])} />
          <Field
            key={name}
            label="Full name"
            autoComplete="name"
            hint="This is how others see it."
            required
            limit={100}
            {...propsOf("fullName")}
          />
          <SubmitButton pending="Saving...">Save name</SubmitButton>
        </Form>
      </Section>
      <Section title="Email address">
        <p>
          <strong>{email}</strong>
          <br />
          <span className="hint">Other members don't see it.</span>
        </p>
        {pending && <p>It changes to {pending} once you open the link we sent there.</p>}
        <ButtonLink to={paths.changeAddress()} kind="secondary">
          Change email address
        </ButtonLink>
      </Section>
      {userType && (
        <Section title="Account type">
          <p>
            You're a <strong>{userTypeLabels[userType]}</strong>.
          </p>
          <ButtonLink to={paths.accountType()} kind="secondary">
            Change account type
          </ButtonLink>
        </Section>
      )}
    </SettingsPage>
  );
}
