import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { changeSubscription, findSubscription } from "~/features/notifications/preferences.server";
import { notFound, orNotFound, readForm } from "~/http/form.server";
import { allowAnyone, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/sign-page.css?url";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";

export const handle: RouteHandle = { styles, secretParams: ["token"] };

export const meta = pageTitle<typeof loader>(({ about }) => `Emails about ${about}`);

/** A mail client's one-click POST (RFC 8058) has no `intent`. */
const schema = z.object({ intent: z.enum(["on", "off"]).optional() });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const token = textParam(args, "token");
  const { userId, email, ...subscription } = orNotFound(await findSubscription(token));
  // The link works without signing in, so it may be about another account.
  const otherEmail = actor && actor.userId !== userId ? email : null;
  return { token, otherEmail, ...subscription };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const token = textParam(args, "token");
  // The token in the URL replaces the CSRF check.
  const form = await readForm(args, schema, { isVouchedFor: true });
  const done = await changeSubscription(token, form.ok && form.value.intent === "on");
  if (!done.ok) throw notFound();
  return redirect(sitePaths.unsubscribe(token), 303);
}

export default function Unsubscribe() {
  const { token, otherEmail, byMail, about, when } = useLoaderData<typeof loader>();
  return (
    <BesideFilm film={<OneFrame name="night-street" />}>
      <h1>Emails about {about}</h1>
      <div className="stack">
        {otherEmail && (
          <p className="notice">
            These are the emails to <strong>{otherEmail}</strong>. You're signed in to another account.
          </p>
        )}
        <p>
          {byMail
            ? `We email you when ${when}.`
            : `You won't get any more emails about ${about}. It's all still here on Matchcut.`}
        </p>
        <Form action={sitePaths.unsubscribe(token)}>
          {byMail ? (
            <SubmitButton name="intent" value="off" pending="Saving...">
              Stop these emails
            </SubmitButton>
          ) : (
            <SubmitButton name="intent" value="on" kind="secondary" pending="Saving...">
              Turn these emails back on
            </SubmitButton>
          )}
        </Form>
      </div>
      {!otherEmail && (
        <p>
          <Link to={paths.notificationSettings()}>All notification settings</Link>
        </p>
      )}
    </BesideFilm>
  );
}
