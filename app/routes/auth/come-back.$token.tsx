import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { comeBack, findDeparture } from "~/features/accounts/departing.server";
import { FilmPage } from "~/features/catalog/components/stills";
import { buttonSchema } from "~/fields.schema";
import { readForm } from "~/http/form.server";
import { allowAnyone, redirectSignedIn, redirectWithFlash, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import styles from "~/styles/sign-page.css?url";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

const titleOf = ({ leavesAt }: { leavesAt: string | null }) =>
  leavesAt ? "Your account is set to be deleted" : "This page has expired";

export const meta = pageTitle<typeof loader>(titleOf);

export const handle: RouteHandle = {
  styles,
  secretParams: ["token"],
  formFailure: notDone("Your account is still set to be deleted."),
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const departure = await findDeparture(textParam(args, "token"));
  const leavesAt = departure?.leavesAt.toISOString() ?? null;
  const { email = "", needsFactor = false } = departure ?? {};
  return data({ email, leavesAt, needsFactor }, { status: departure ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const form = await readForm(args, buttonSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await comeBack(textParam(args, "token"), await clientOf(args));
  if (!done.ok && done.refused === "second-factor")
    return form.refuse("Your account has two-step verification, so sign in to keep it.", 403);
  if (!done.ok) return form.refuse("This page has expired. Please sign in again.", 409);
  const title = "Your account is back";
  const renewal = "If you had a plan, it won't renew until you turn renewal back on in Billing.";
  if (!done.clientSession)
    return redirectWithFlash(paths.login(), { title, text: `Sign in to continue. ${renewal}` });
  const toast = { title, text: `Everything is where you left it. ${renewal}` };
  return redirectSignedIn(args, done.clientSession, { to: paths.dashboard(), toast, isDraftOver: false });
}

export default function ComeBack() {
  const { email, leavesAt, needsFactor } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("come-back", useActionData<typeof action>()?.result);
  const notNow = (
    <ButtonLink to={paths.home()} kind="secondary">
      Not now
    </ButtonLink>
  );
  return (
    <FilmPage still="campfire" title={titleOf({ leavesAt })}>
      {leavesAt ? (
        <>
          <ErrorSummary title="Nothing changed" errors={errorsOf([])} />
          <p>
            On <Time at={leavesAt} as="date" />, we'll delete the account with <strong>{email}</strong> for
            good, with everything in it. Until then it's hidden, and you can keep it.
          </p>
          {needsFactor && <p>It has two-step verification, so sign in to keep it.</p>}
          {needsFactor ? (
            <div className="row">
              <ButtonLink to={paths.login()}>Sign in</ButtonLink> {notNow}
            </div>
          ) : (
            <Form {...formProps} className="stack">
              <div className="row">
                <SubmitButton pending="Saving...">Keep my account</SubmitButton> {notNow}
              </div>
            </Form>
          )}
        </>
      ) : (
        <>
          <p>
            You've already kept the account, it's been deleted, or it's been too long since you entered your
            password.
          </p>
          <ButtonLink to={paths.login()}>Sign in</ButtonLink>
        </>
      )}
    </FilmPage>
  );
}
