import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilmPage } from "~/features/catalog/components/stills";
import { findStop, stopInvitations } from "~/features/referrals/inviting.server";
import { buttonSchema } from "~/fields.schema";
import { notFound, orNotFound, readForm } from "~/http/form.server";
import { allowAnyone, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { pageTitle } from "~/shell/page";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/sign-page.css?url";
import { Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";

export const handle: RouteHandle = { styles, secretParams: ["token"], isIndexed: false };

export const meta = pageTitle("Stop invitations");

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  const stop = orNotFound(await findStop(token));
  return { token, ...stop };
}

/** Also accepts a mail client's one-click POST (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  // The token in the URL replaces the CSRF check.
  await readForm(args, buttonSchema, { isVouchedFor: true });
  const done = await stopInvitations(token);
  if (!done.ok) throw notFound();
  return redirect(sitePaths.stopInvitations(token), 303);
}

export default function StopInvitations() {
  const { token, isStopped } = useLoaderData<typeof loader>();
  return (
    <FilmPage still="night-street" title="Stop invitations">
      {isStopped ? (
        <p>
          We won't email invitations to this address anymore. Our record of this doesn't contain the address
          itself.
        </p>
      ) : (
        <>
          <p>
            Do you want us to stop emailing invitations to the address that got this link? No member will be
            able to invite it by email.
          </p>
          <Form action={sitePaths.stopInvitations(token)}>
            <SubmitButton pending="Saving...">Stop invitations</SubmitButton>
          </Form>
        </>
      )}
    </FilmPage>
  );
}
