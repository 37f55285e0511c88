import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useContext } from "react";
import { notDone } from "~/failure-words";
import { findSuspension, readAppealToken } from "~/features/accounts/suspending.server";
import { appeal, findAppealable } from "~/features/moderation/appeals.server";
import { AppealPage } from "~/features/moderation/components/appeal-page";
import { appealSchema } from "~/features/moderation/moderation.schema";
import { badRequest, readForm } from "~/http/form.server";
import { allowAnyone, redirectWithFlash, textParam } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/appeal-page.css?url";
import { ClockContext } from "~/ui/clock";
import { zoneWords } from "~/ui/dates";

export const meta = pageTitle("Appeal your suspension");

export const { handle, links } = withStyles(styles, {
  secretParams: ["token"],
  formFailure: notDone("Your appeal wasn't sent."),
});

/** The token proves that its holder recently entered the account's password at sign-in. */
const linkIn = (args: LoaderFunctionArgs) => readAppealToken(textParam(args, "token"));

const linkOver = () =>
  badRequest(
    410,
    "This link no longer works",
    "Sign in again. If your account is still suspended, you'll get a new link.",
  );

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const link = linkIn(args);
  const decision = link && (await findAppealable(link, "suspension", link.suspensionId));
  const suspension = decision && (await findSuspension(link.userId));
  if (!suspension) throw linkOver();
  return { decision, timeZone: suspension.notice.timeZone };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const link = linkIn(args);
  const form = await readForm(args, appealSchema);
  if (!link) throw linkOver();
  if (!form.ok) return form.reply;
  const done = await appeal(link, "suspension", link.suspensionId, form.value.words);
  if (!done.ok && done.refused === "not-found") throw linkOver();
  if (!done.ok) throw badRequest(409, "You've already appealed this decision", "This wasn't sent.");
  return redirectWithFlash(paths.appealWith(textParam(args, "token")), { title: "Appeal sent" });
}

export default function AppealAgainstSuspension() {
  const { decision, timeZone } = useLoaderData<typeof loader>();
  const { token = "" } = useParams();
  const clock = useContext(ClockContext);
  const result = useActionData<typeof action>()?.result;
  return (
    // No one is signed in, so without this, the page would show times in UTC.
    <ClockContext.Provider value={{ ...clock, zone: timeZone }}>
      <AppealPage
        decision={decision}
        action={paths.appealWith(token)}
        result={result}
        zone={zoneWords(timeZone)}
      />
    </ClockContext.Provider>
  );
}
