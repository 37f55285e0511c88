import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { linkOver, notDone } from "~/failure-words";
import { findAddressToRestore, undoAddressChange } from "~/features/accounts/address.server";
import { FilmPage } from "~/features/catalog/components/stills";
import { dropRecentFactors, type RemovedFactors } from "~/features/second-factor/managing.server";
import { buttonSchema } from "~/fields.schema";
import { readForm } from "~/http/form.server";
import { allowAnyone, redirectWithFlash, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { closedSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/sign-page.css?url";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Undo your email address change");

export const handle: RouteHandle = {
  styles,
  secretParams: ["token"],
  formFailure: notDone("The change wasn't undone."),
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const email = await findAddressToRestore(textParam(args, "token"));
  return data({ email }, { status: email ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const form = await readForm(args, buttonSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await undoAddressChange(
    textParam(args, "token"),
    args.context.clientAddress,
    dropRecentFactors,
  );
  if (!done.ok) return form.refuse(linkOver, 409);
  return redirectWithFlash(
    sitePaths.recoverWith(done.recoveryToken),
    {
      title: "Your email address is back",
      text: `Everyone is signed out. ${removedWords(done.removed)}Now choose a new password.`,
    },
    [await closedSession()],
  );
}

/** Leaves out the passkeys' names, which are in the email, because they might not fit into the cookie. */
function removedWords({ passkeys, app }: RemovedFactors): string {
  const count = passkeys.length;
  const what = [
    ...(count > 0 ? [count === 1 ? "1 passkey" : `${count} passkeys`] : []),
    ...(app ? ["an authenticator app"] : []),
  ];
  return what.length > 0 ? `We also removed what was added recently: ${what.join(" and ")}. ` : "";
}

export default function UndoAddress() {
  const { email } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("undo-address", useActionData<typeof action>()?.result);
  return (
    <FilmPage still="tent" title="Undo your email address change">
      {email ? (
        <Form {...formProps} className="stack">
          <ErrorSummary title="The change wasn't undone" errors={errorsOf([])} />
          <p>
            This gives your account back to <strong>{email}</strong>. Everyone is signed out, the old password
            stops working, and you choose a new one.
          </p>
          <p>
            It also removes any passkey or authenticator app added since the change was requested, or in the
            72 hours before.
          </p>
          <SubmitButton pending="Undoing...">Undo the change</SubmitButton>
        </Form>
      ) : (
        <div className="stack">
          <p>
            This link no longer works. The change was already undone, or it was made more than 72 hours ago.
          </p>
          <ButtonLink to={paths.recover()}>Reset your password</ButtonLink>
        </div>
      )}
    </FilmPage>
  );
}
