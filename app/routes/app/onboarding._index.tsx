import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleSchema } from "~/features/profiles/builder.schema";
import { RoleChoice } from "~/features/profiles/components/role-choice";
import { chooseRole, findDraft } from "~/features/profiles/drafting.server";
import { draftIdOf, inviteOf, rememberDraft } from "~/http/cookies.server";
import { readForm, retryText } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [
  { title: "Build your profile · Matchcut" },
  {
    name: "description",
    content: "Say who you are, as a creator or a service provider, and find the people who fit your work.",
  },
];

export const handle: RouteFailure = {
  failure: { form: ["Failed to update your user type. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const redirectTo = wayOn(args.request);
  if (actor?.userType) throw replace(redirectTo ?? paths.dashboard());
  const draft = await findDraft(actor, await draftIdOf(args.request));
  return { draftRole: draft?.userType ?? null, redirectTo };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const redirectTo = wayOn(args.request);
  if (actor?.userType) return replace(redirectTo ?? paths.dashboard(), 303);
  const form = await readForm(args, roleSchema);
  if (!form.ok) return form.reply;
  const draftId = await draftIdOf(args.request);
  const invite = actor ? null : await inviteOf(args.request);
  const done = await chooseRole(actor, draftId, form.value.userType, args.context.clientAddress, invite);
  if (!done.ok) {
    return form.refuse({ "": [`Too many attempts. Please try again ${retryText(done.waitSeconds)}.`] }, 429);
  }
  return redirect(paths.onboardingStep(1, { redirectTo }), {
    status: 303,
    headers: { "Set-Cookie": await rememberDraft(done.draftId) },
  });
}

export default function Onboarding() {
  const { draftRole, redirectTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const [error] = Object.values(result?.error ?? {}).flatMap((words) => words ?? []);
  return <RoleChoice draftRole={draftRole} redirectTo={redirectTo} error={error} />;
}
