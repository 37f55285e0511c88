import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { nameSchema } from "~/features/accounts/account.schema";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import { getAddress } from "~/features/accounts/address.server";
import { switchEveryDays } from "~/features/leaving/type-switch";
import { rename } from "~/features/profiles/saving.server";
import { userTypeLabels } from "~/features/profiles/user-type";
import { limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { SettingRow, SettingsPage } from "~/shell/settings-page";
import styles from "~/styles/settings-page.css?url";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Account");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your name wasn't saved.") });

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
      <div className="set-rows">
        <SettingRow title="Name" hint="This is how others see you.">
          <Form {...formProps} action={paths.account()} className="stack">
            <ErrorSummary title="Name not saved" errors={errorsOf(["fullName"])} />
            <Field
              key={name}
              label="Full name"
              autoComplete="name"
              required
              limit={100}
              {...propsOf("fullName")}
            />
            <SubmitButton pending="Saving...">Save name</SubmitButton>
          </Form>
        </SettingRow>
        <SettingRow title="Email address" hint="Other members don't see it.">
          <p>
            <strong>{email}</strong>
          </p>
          {pending && <p>It changes to {pending} once you open the link we sent there.</p>}
          <ButtonLink to={paths.changeAddress()} kind="secondary" small>
            Change email address
          </ButtonLink>
        </SettingRow>
        {userType && (
          <SettingRow title="Account type" hint={`You can switch once every ${switchEveryDays} days.`}>
            <p>
              You're a <strong>{userTypeLabels[userType]}</strong>.
            </p>
            <ButtonLink to={paths.accountType()} kind="secondary" small>
              Change account type
            </ButtonLink>
          </SettingRow>
        )}
      </div>
    </SettingsPage>
  );
}
