import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { linkSchema } from "~/features/accounts/account.schema";
import { confirmSignUp, findSignUpToConfirm } from "~/features/accounts/signing-up.server";
import { checkBrowser } from "~/features/referrals/rewarding.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { ErrorSummary, Form, summaryOf, useForm } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";

export const meta: MetaFunction = () => [
  { title: "Confirm your address · Matchcut" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "strict-origin" },
];

export const handle: RouteHandle = {
  secretParams: ["token"],
  failure: { form: ["Failed to confirm your address. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const email = await findSignUpToConfirm(actor, args.params.token ?? "");
  const isConfirmed = !email && actor.isConfirmed;
  return data({ email, isConfirmed }, { status: email ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, linkSchema);
  if (!form.ok) return form.reply;
  await checkBrowser(actor, (await clientOf(args)).devices);
  const done = await confirmSignUp(actor, args.params.token ?? "");
  if (done.ok || actor.isConfirmed)
    return redirectWithFlash(paths.dashboard(), { title: "Your address is confirmed" });
  return form.refuse({ "": ["This link no longer works."] }, 409);
}

export default function ConfirmSignUp() {
  const { email, isConfirmed } = useLoaderData<typeof loader>();
  const { form, formProps } = useForm("confirm-sign-up", useActionData<typeof action>()?.result);
  return (
    <div className="narrow stack">
      <h1>Confirm your address</h1>
      <Card>
        {email ? (
          <Form {...formProps} className="stack">
            <ErrorSummary title="Address not confirmed" errors={summaryOf(form, [])} />
            <p>
              <strong>{email}</strong> is the address of your account.
            </p>
            <SubmitButton pending="Saving...">Confirm this address</SubmitButton>
          </Form>
        ) : (
          <div className="stack">
            <p>
              {isConfirmed
                ? "Your address is confirmed already."
                : "This link no longer works: it is more than seven days old, the address was corrected, or it belongs to another account."}
            </p>
            <ButtonLink to={isConfirmed ? paths.dashboard() : paths.confirmation()}>
              {isConfirmed ? "Go to your dashboard" : "Get another link"}
            </ButtonLink>
          </div>
        )}
      </Card>
    </div>
  );
}
