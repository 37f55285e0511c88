import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findUnsent, forgetUnsent } from "~/features/accounts/unsent-forms.server";
import { buttonSchema } from "~/fields.schema";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { UnsentFields } from "~/ui/unsent-fields";

export const meta = pageTitle("Not sent yet");

export const handle: RouteHandle = { pageFailure: "We couldn't discard your text" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const onward = wayOn(args.request) ?? paths.dashboard();
  const unsent = await findUnsent(actor);
  if (!unsent) throw redirect(onward);
  return { unsent, onward };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await readSignedIn(args, buttonSchema);
  await forgetUnsent(actor);
  return redirectWithFlash(wayOn(args.request) ?? paths.dashboard(), { title: "Discarded" });
}

/** Shows what the member wrote before their session ended. */
export default function Unsent() {
  const { unsent, onward } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>This wasn't sent</h1>
      <p>
        You were signed out when you sent this, so we're keeping it for a day. Check it, then send it again.
        {unsent.hadFile && " Files weren't kept; if you added one, please go to the page and add it again."}
      </p>
      <Form action={unsent.path} className="stack" reloadDocument>
        <input type="hidden" name="_again" value="1" />
        <UnsentFields fields={unsent.fields} shown={unsent.shown} />
        <SubmitButton pending="Sending...">Send again</SubmitButton>
      </Form>
      <Form action={paths.unsent({ redirectTo: onward })}>
        <SubmitButton kind="quiet" pending="Discarding...">
          Discard it
        </SubmitButton>
      </Form>
      <p>
        <Link to={onward}>Not now</Link>
      </p>
    </div>
  );
}
