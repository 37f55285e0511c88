import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { linkOver, notDone } from "~/failure-words";
import { confirmSignUp, findSignUpToConfirm } from "~/features/accounts/signing-up.server";
import { FilmPage } from "~/features/catalog/components/stills";
import { checkBrowser } from "~/features/referrals/rewarding.server";
import { buttonSchema } from "~/fields.schema";
import { readSignedIn, redirectWithFlash, requireSignIn, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import styles from "~/styles/sign-page.css?url";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Confirm this email address");

export const handle: RouteHandle = {
  styles,
  secretParams: ["token"],
  formFailure: notDone("Your email address wasn't confirmed."),
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const email = await findSignUpToConfirm(actor, textParam(args, "token"));
  const isConfirmed = !email && actor.isConfirmed;
  return data({ email, isConfirmed }, { status: email ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, buttonSchema);
  if (!form.ok) return form.reply;
  await checkBrowser(actor, (await clientOf(args)).devices);
  const done = await confirmSignUp(actor, textParam(args, "token"));
  if (done.ok || actor.isConfirmed)
    return redirectWithFlash(paths.dashboard(), { title: "Your email address is confirmed" });
  return form.refuse(linkOver, 409);
}

export default function ConfirmSignUp() {
  const { email, isConfirmed } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("confirm-sign-up", useActionData<typeof action>()?.result);
  return (
    <FilmPage still="river-dawn" title="Confirm this email address">
      {email ? (
        <Form {...formProps} className="stack">
          <ErrorSummary title="Email address not confirmed" errors={errorsOf([])} />
          <p>
            Is <strong>{email}</strong> your email address?
          </p>
          <SubmitButton pending="Saving...">Yes, confirm it</SubmitButton>
        </Form>
      ) : (
        <div className="stack">
          <p>
            {isConfirmed
              ? "Your email address is already confirmed."
              : "This link no longer works. It's more than seven days old, the address was corrected, or it belongs to another account."}
          </p>
          <ButtonLink to={isConfirmed ? paths.dashboard() : paths.confirmation()}>
            {isConfirmed ? "Go to your dashboard" : "Get a new link"}
          </ButtonLink>
        </div>
      )}
    </FilmPage>
  );
}
