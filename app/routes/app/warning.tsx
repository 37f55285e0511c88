import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findUnreadWarning, markWarningRead } from "~/features/accounts/warning.server";
import { readWarningSchema } from "~/features/moderation/moderation.schema";
import { readForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-context.server";
import { requireSignIn } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/appeal-page.css?url";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("A warning from Matchcut");

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't mark this as read" });

/** The page that the reader was about to open. */
const nextOf = ({ request }: RouteArgs) => wayOn(request) ?? paths.dashboard();

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args, undefined, { evenWarned: true });
  const warning = await findUnreadWarning(actor);
  if (!warning) throw redirect(nextOf(args));
  return { warning, next: nextOf(args) };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, readWarningSchema, { evenWarned: true });
  const form = await readForm(args, readWarningSchema);
  // If the form is damaged, nothing is marked as read, and the next page redirects back here.
  if (form.ok) await markWarningRead(actor, form.value.warningId);
  return redirect(nextOf(args), 303);
}

export default function Warning() {
  const { warning, next } = useLoaderData<typeof loader>();
  const { id, reason, words, at } = warning;
  return (
    <div className="appeal-page">
      <div className="stack">
        <h1>You have a warning</h1>
        <p className="lead">
          Something you did on Matchcut broke our guidelines. If it happens again, we may suspend your
          account.
        </p>
      </div>
      <section className="stack appeal" aria-labelledby="reason">
        <h2 id="reason">{reason}</h2>
        {words && <blockquote className="whitespace-pre-line">{words}</blockquote>}
        <p className="hint">
          From the Matchcut team, <Time at={at} as="dateTime" />.
        </p>
        <Form action={paths.warning({ redirectTo: next })}>
          <input type="hidden" name="warningId" value={id} />
          <SubmitButton pending="Saving...">I've read this</SubmitButton>
        </Form>
        <p>
          <Link to={paths.appeal("warning", id)}>Appeal this decision</Link>
        </p>
      </section>
    </div>
  );
}
