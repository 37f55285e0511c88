import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilmPage } from "~/features/catalog/components/stills";
import { findLeaving, leaveNewsletter } from "~/features/newsletter/newsletter.server";
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

export const meta = pageTitle("Unsubscribe from the newsletter");

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  const leaving = orNotFound(await findLeaving(token));
  return { token, ...leaving };
}

/** Also accepts a mail client's one-click POST (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  // The token in the URL replaces the CSRF check.
  await readForm(args, buttonSchema, { isVouchedFor: true });
  const done = await leaveNewsletter(token);
  if (!done.ok) throw notFound();
  return redirect(sitePaths.leaveNewsletter(token), 303);
}

export default function LeaveNewsletter() {
  const { token, email } = useLoaderData<typeof loader>();
  return (
    <FilmPage still="bridge" title="Unsubscribe from the newsletter">
      {email === null ? (
        <p>You're unsubscribed. We've deleted this address from our list.</p>
      ) : (
        <>
          <p>Stop sending the newsletter to {email}?</p>
          <Form action={sitePaths.leaveNewsletter(token)}>
            <SubmitButton pending="Saving...">Unsubscribe</SubmitButton>
          </Form>
        </>
      )}
    </FilmPage>
  );
}
