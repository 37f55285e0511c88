import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { linkOver, notDone } from "~/failure-words";
import { signedOutElsewhere } from "~/features/accounts/account-words";
import { confirmAddress, findAddressToConfirm } from "~/features/accounts/address.server";
import { FilmPage } from "~/features/catalog/components/stills";
import { buttonSchema } from "~/fields.schema";
import { readSignedIn, redirectWithFlash, requireSignIn, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import styles from "~/styles/sign-page.css?url";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Confirm your new address");

export const handle: RouteHandle = {
  styles,
  secretParams: ["token"],
  formFailure: notDone("Your email address wasn't changed."),
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const email = await findAddressToConfirm(actor, textParam(args, "token"));
  return data({ email }, { status: email ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, buttonSchema);
  if (!form.ok) return form.reply;
  const done = await confirmAddress(actor, textParam(args, "token"));
  if (done.ok)
    return redirectWithFlash(paths.account(), {
      title: "Email address changed",
      text: signedOutElsewhere,
    });
  const words =
    done.refused === "taken"
      ? "Another account uses this address now, so nothing changed. Please use a different one."
      : linkOver;
  return form.refuse(words, 409);
}

export default function ConfirmAddress() {
  const { email } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("confirm-address", useActionData<typeof action>()?.result);
  return (
    <FilmPage still="bridge" title="Confirm your new address">
      {email ? (
        <Form {...formProps} className="stack">
          <ErrorSummary title="Email address not changed" errors={errorsOf([])} />
          <p>
            From now on, you'll sign in with <strong>{email}</strong> and get our emails there. You'll be
            signed out everywhere else.
          </p>
          <SubmitButton pending="Saving...">Use this address</SubmitButton>
        </Form>
      ) : (
        <div className="stack">
          <p>
            This link no longer works. It was used, replaced or canceled, is more than a day old, or belongs
            to another account.
          </p>
          <ButtonLink to={paths.changeAddress()}>Change your email address</ButtonLink>
        </div>
      )}
    </FilmPage>
  );
}
