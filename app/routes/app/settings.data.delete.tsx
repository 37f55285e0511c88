import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { wrongPassword } from "~/features/accounts/account-words";
import { PasswordField } from "~/features/accounts/components/password-field";
import { daysToReturn } from "~/features/accounts/departing.server";
import { deletionSchema } from "~/features/leaving/leaving.schema";
import { requestDeletion } from "~/features/leaving/removing.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentFactor, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf, closedSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { clearLocalDrafts } from "~/ui/local-storage";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Delete your account");

export const handle: RouteHandle = { formFailure: notDone("Your account wasn't closed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  // Asks for the second factor before the person types the password, because we never keep a form that contains a
  // password.
  await requireRecentFactor(args, actor);
  return { name: actor.name, days: daysToReturn };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, deletionSchema);
  if (!form.ok) return form.reply;
  await requireRecentFactor(args, actor);
  const done = await requestDeletion(actor, form.value, await clientOf(args));
  if (done.ok)
    return redirectWithFlash(
      paths.home(),
      {
        title: "Your account is closed",
        text: `We'll delete it in ${daysToReturn} days. Until then, you can sign in to keep it.`,
      },
      [await closedSession()],
    );
  switch (done.refused) {
    case "wrong":
      return form.refuse({ password: [wrongPassword] });
    case "last-admin":
      return form.refuse("You're the last admin. Make someone else an admin first.", 409);
    case "still-renewing":
      return form.refuse(
        "We couldn't cancel your plan just now, so your account stays open. Please try again in a few minutes.",
        409,
      );
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

/** Once a redirect says that the account is closed, clears this browser's local data as sign-out does. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (failure) {
    if (failure instanceof Response) clearLocalDrafts();
    throw failure;
  }
}

export default function DeleteAccount() {
  const { name, days } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"password">("delete", result);
  return (
    <SettingsPage current={paths.ownData()} title="Delete your account">
      <Section>
        <ErrorSummary title="Account not deleted" errors={errorsOf(["password"])} />
        <p>
          {name}, your account closes right away. You're signed out everywhere, no one can see your profile,
          and a paid plan won't renew. For {days} days, you can sign in to keep it. After that, we delete it
          for good:
        </p>
        <ul className="list-disc pl-5">
          <li>We delete your profile, work samples, files, drafts, swipes, matches, favorites and notes.</li>
          <li>
            Messages you sent stay with the people who got them, without their files, under the name “Deleted
            user.” Projects that someone applied for stay too, canceled if they weren't finished, and so do
            applications that were decided.
          </li>
          <li>We keep payment records without your name, as the law requires.</li>
        </ul>
        <Form {...formProps} action={paths.deleteAccount()} className="stack">
          <PasswordField {...propsOf("password")} />
          <div className="row">
            <SubmitButton kind="danger" pending="Deleting...">
              Delete my account
            </SubmitButton>
            <ButtonLink to={paths.ownData()} kind="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Section>
    </SettingsPage>
  );
}
