import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { switchSchema } from "~/features/leaving/leaving.schema";
import { findSwitch, type SwitchObstacle, switchRole } from "~/features/leaving/switching.server";
import { switchEveryDays } from "~/features/leaving/type-switch";
import { planLabels } from "~/features/plans/plan";
import { userTypeLabels } from "~/features/profiles/user-type";
import { readSignedIn, redirectWithFlash, requireRecentProof, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Account type");

export const handle: RouteHandle = { formFailure: notDone("Your account type wasn't changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const typeSwitch = await findSwitch(actor);
  if (!typeSwitch) throw redirect(paths.onboarding());
  return typeSwitch;
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, switchSchema);
  if (!form.ok) return form.reply;
  await requireRecentProof(args, actor);
  const done = await switchRole(actor, form.value.to);
  if (done.ok)
    return redirectWithFlash(paths.editProfile(), {
      title: `You're now a ${userTypeLabels[form.value.to]}`,
      text: "Check your profile. It asks different questions now.",
    });
  if (done.refused === "no-type") return redirect(paths.onboarding(), 303);
  return form.refuse(obstacles[done.refused].words, 409);
}

const obstacles: Record<SwitchObstacle, { words: string; to: string; label: string }> = {
  "switched-recently": {
    words: `You can switch your account type once every ${switchEveryDays} days.`,
    to: paths.account(),
    label: "Back to your account",
  },
  "plan-runs": {
    words: "Your paid plan is still active, and plans are only for creators. You can switch once it ends.",
    to: paths.billing(),
    label: "Go to billing",
  },
  "open-projects": {
    words: "You still have projects that are open or in progress. Complete or cancel them first.",
    to: paths.projects(),
    label: "View your projects",
  },
  "pending-applications": {
    words: "You have applications waiting for a decision. Withdraw them, or wait to hear back.",
    to: paths.projects({ view: "applications" }),
    label: "See your applications",
  },
};

const matchesWords = (count: number) =>
  count === 0 ? "your matches" : count === 1 ? "your match" : `your ${count} matches`;

export default function AccountType() {
  const { from, to, obstacle, opensAt, matches } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("account-type", useActionData<typeof action>()?.result);
  const inTheWay = obstacle && obstacles[obstacle];
  return (
    <SettingsPage current={paths.account()} title="Account type">
      <Section title={`Switch from ${userTypeLabels[from]} to ${userTypeLabels[to]}`}>
        <ErrorSummary title="Your account type didn't change" errors={errorsOf([])} />
        <ul className="list-disc pl-5">
          <li>
            You lose your swipes and {matchesWords(matches)}, and switching back doesn't restore them. We'll
            let the people you matched with know. You disappear from other people's decks and favorites.
          </li>
          {from === "creator" && (
            <li>
              What you've used of your plan still counts, even if you switch back. That includes matches that
              end with the switch.
            </li>
          )}
          <li>You keep your conversations and can still send messages in them.</li>
          {to === "contributor" ? (
            <>
              <li>
                We review your profile before creators see it, which usually takes 1-2 business days. Until
                then, you can't apply for projects or message new people.
              </li>
              <li>You can't post projects anymore. Finished ones stay, and so do your favorites.</li>
              <li>You don't need a plan. Contributors swipe and message without limits.</li>
            </>
          ) : (
            <>
              <li>
                You can't apply for projects anymore, and your invitations are removed. Decided applications
                stay. Pending ones to people you can't reach anymore are withdrawn.
              </li>
              <li>
                You start on the {planLabels.free} plan, with its limits on swipes, messages and projects.
              </li>
            </>
          )}
          <li>
            You can switch again after {switchEveryDays} days. We keep what you entered in each profile.
          </li>
        </ul>
        {inTheWay ? (
          <>
            <p>
              <strong>{inTheWay.words}</strong>
              {opensAt && (
                <>
                  {" "}
                  You can switch again on <Time at={opensAt} as="dateTime" />.
                </>
              )}
            </p>
            <ButtonLink to={inTheWay.to} kind="secondary">
              {inTheWay.label}
            </ButtonLink>
          </>
        ) : (
          <Form {...formProps} action={paths.accountType()} className="row">
            <input type="hidden" name="to" value={to} />
            <SubmitButton pending="Switching...">Become a {userTypeLabels[to]}</SubmitButton>
            <ButtonLink to={paths.account()} kind="secondary">
              Cancel
            </ButtonLink>
          </Form>
        )}
      </Section>
    </SettingsPage>
  );
}
