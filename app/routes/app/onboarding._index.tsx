import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  replace,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { Still } from "~/features/catalog/components/stills";
import { roleSchema } from "~/features/profiles/builder.schema";
import { chooseRole, findDraft } from "~/features/profiles/drafting.server";
import { type UserType, userTypeLabels } from "~/features/profiles/user-type";
import { draftCookie, draftIdOf, inviteOf } from "~/http/cookies.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { withStyles } from "~/shell/page";
import styles from "~/styles/sides-page.css?url";
import { Form } from "~/ui/form";
import { Link } from "~/ui/parts";

export const meta: MetaFunction = () => [
  { title: "Build your profile · Matchcut" },
  {
    name: "description",
    content: "Build your profile as a creator or a service provider, and find people who fit your work.",
  },
];

export const { handle, links } = withStyles(styles, {
  formFailure: "Failed to update your user type. Please try again.",
});

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
    return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
  return redirect(paths.onboardingStep(1, { redirectTo }), {
    status: 303,
    headers: { "Set-Cookie": await draftCookie.serialize(done.draftId) },
  });
}

export default function Onboarding() {
  const { draftRole, redirectTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const [error] = Object.values(result?.error ?? {}).flatMap((words) => words ?? []);
  return (
    <>
      <Form className="sides halves film">
        <div className="sides-head">
          <h1>
            Which side
            <br />
            are you on?
          </h1>
          {error && (
            <p role="alert" className="font-bold">
              {error}
            </p>
          )}
        </div>
        {sides.map(({ userType, name, promise, still, half }) => (
          <Fragment key={userType}>
            <button
              type="submit"
              name="userType"
              value={userType}
              className={`half frame ${half}`}
              aria-labelledby={`${userType}-side`}
              aria-describedby={`${userType}-promise`}
            >
              <Still name={still} isFirst />
              <span className="half-words">
                <span id={`${userType}-side`}>
                  <b>{name}</b> <small>{userTypeLabels[userType]}</small>
                </span>{" "}
                <span id={`${userType}-promise`}>{promise}</span>
              </span>
            </button>{" "}
          </Fragment>
        ))}
      </Form>
      {draftRole && (
        <p className="sides-note film">
          You've started a profile as a {userTypeLabels[draftRole]}.{" "}
          <Link to={paths.onboardingStep(1, { redirectTo })}>Continue where you left off</Link>
        </p>
      )}
    </>
  );
}

/** `half` is its place along the diagonal: "a" is above or on the left. */
const sides: { userType: UserType; name: string; promise: string; still: string; half: "a" | "b" }[] = [
  {
    userType: "creator",
    name: "Creator",
    promise: "I make content and need people to help.",
    still: "side-creator-720",
    half: "a",
  },
  {
    userType: "contributor",
    name: "Contributor",
    promise: "I edit, design, write or mix.",
    still: "side-contributor-720",
    half: "b",
  },
];
