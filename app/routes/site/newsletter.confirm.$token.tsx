import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilmPage } from "~/features/catalog/components/stills";
import { alreadySubscribed } from "~/features/newsletter/newsletter.schema";
import { confirmSubscription, findInvitation } from "~/features/newsletter/newsletter.server";
import { buttonSchema } from "~/fields.schema";
import { notFound, orNotFound, readForm } from "~/http/form.server";
import { allowAnyone, redirectWithFlash, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/sign-page.css?url";
import { Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";

export const handle: RouteHandle = { styles, secretParams: ["token"], isIndexed: false };

export const meta = pageTitle("Confirm your subscription");

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  const invitation = orNotFound(await findInvitation(token));
  return { token, ...invitation };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  // The token in the URL replaces the CSRF check.
  await readForm(args, buttonSchema, { isVouchedFor: true });
  const done = await confirmSubscription(textParam(args, "token"));
  if (done.ok)
    return redirectWithFlash(paths.newsletter(), {
      title: "Subscription successful!",
      text: "You're now subscribed to our newsletter.",
    });
  if (done.refused === "link-over") throw notFound();
  return redirectWithFlash(paths.newsletter(), alreadySubscribed);
}

export default function ConfirmSubscription() {
  const { token, email, isConfirmed } = useLoaderData<typeof loader>();
  return (
    <FilmPage still="river-dawn" title="Confirm your subscription">
      {isConfirmed ? (
        <p>Email already subscribed: {email}</p>
      ) : (
        <>
          <p>Send the Matchcut newsletter to {email}?</p>
          <Form action={sitePaths.confirmNewsletter(token)}>
            <SubmitButton pending="Subscribing...">Subscribe</SubmitButton>
          </Form>
        </>
      )}
    </FilmPage>
  );
}
