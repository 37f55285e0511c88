import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  replace,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleSchema } from "~/features/profiles/builder.schema";
import { chooseRole, findDraft } from "~/features/profiles/drafting.server";
import { type UserType, userTypeLabels } from "~/features/profiles/profile";
import { draftIdOf, inviteOf, rememberDraft } from "~/http/cookies.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link, SubmitButton } from "~/ui/parts";

export const meta: MetaFunction = () => [
  { title: "Build your profile · Matchcut" },
  {
    name: "description",
    content: "Build your profile as a creator or a service provider, and find people who fit your work.",
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
    return form.refuse({ "": [tooManyAttempts(done.waitSeconds)] }, 429);
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

const roles: { userType: UserType; promise: string; points: string[] }[] = [
  {
    userType: "creator",
    promise: "I make content and need people to help.",
    points: ["Swipe through vetted editors, designers and writers", "Match and chat, with 0% platform fees"],
  },
  {
    userType: "contributor",
    promise: "I edit, design, write or run things for creators.",
    points: ["Free, with unlimited swipes", "Creators who need what you do can find you"],
  },
];

/** `draftRole` comes from an unfinished draft; `redirectTo` is the page that needs a profile. */
function RoleChoice({
  draftRole,
  redirectTo,
  error,
}: {
  draftRole: UserType | null;
  redirectTo?: string;
  error?: string;
}) {
  return (
    <div className="stack">
      <h1>How will you use Matchcut?</h1>
      <p className="muted">Build your profile first, then create your account.</p>
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
      {draftRole && (
        <p className="notice">
          You've started a profile as a {userTypeLabels[draftRole]}.{" "}
          <Link to={paths.onboardingStep(1, { redirectTo })}>Continue where you left off</Link>
        </p>
      )}
      <div className="cards">
        {roles.map(({ userType, promise, points }) => (
          <Form key={userType} className="card">
            <h2>{userTypeLabels[userType]}</h2>
            <p>{promise}</p>
            <ul className="ticks">
              {points.map((point) => (
                <li key={point}>
                  <Icon name="check" />
                  {point}
                </li>
              ))}
            </ul>
            <SubmitButton kind="secondary" name="userType" value={userType} pending="One moment...">
              Continue as {userTypeLabels[userType]}
            </SubmitButton>
          </Form>
        ))}
      </div>
    </div>
  );
}
