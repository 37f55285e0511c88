import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { CardPreview, previewOf } from "~/features/discovery/components/card-preview";
import { builderSteps, choicesFor, onlyStep } from "~/features/profiles/builder";
import { stepSchema } from "~/features/profiles/builder.schema";
import { BuilderForm } from "~/features/profiles/components/builder-form";
import { clearRole, completeDraft, findDraft, saveDraftStep } from "~/features/profiles/drafting.server";
import { afterBuilder } from "~/features/profiles/settled-draft";
import type { UserType } from "~/features/profiles/user-type";
import { countChoices, findOwnAnswers } from "~/features/profiles/viewing.server";
import { unsafeLinkWords } from "~/fields.schema";
import { draftCookie, draftIdOf, forgetCookie } from "~/http/cookies.server";
import { filledInNames, notFound, parseFields, readDeclared } from "~/http/form.server";
import { allowAnyone, keepWritten, redirectWithFlash } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { parseCount } from "~/ids";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/builder-page.css?url";

const lastStep = builderSteps.creator.length;

export const meta = pageTitle<typeof loader>(
  ({ userType, step }) => `${builderSteps[userType][step - 1]?.title} · Build your profile`,
);

export const { handle, links } = withStyles(styles, {
  formFailure: "There was an error saving your profile data. Please try again later.",
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const step = stepOf(args);
  const redirectTo = wayOn(args.request);
  if (actor?.userType) throw replace(redirectTo ?? paths.dashboard());
  const draft = await findDraft(actor, await draftIdOf(args.request));
  if (!draft?.userType) throw redirect(paths.onboarding({ redirectTo }));
  if (draft.isLocked) throw await signInFirst(step, redirectTo);
  const { id: draftId, userType, answers } = draft;
  const [catalog, uses] = await Promise.all([listCatalog(), countChoices(userType)]);
  const choices = choicesFor(userType, catalog, uses);
  const card = previewOf(draft.id, userType, answers, catalog);
  const hasAccount = actor !== null;
  return { draftId, step, userType, hasAccount, card, ...onlyStep(userType, step, answers, choices) };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const step = stepOf(args);
  const redirectTo = wayOn(args.request);
  const catalog = await listCatalog();
  const schemaOf = (role: UserType) => stepSchema(role, step, choicesFor(role, catalog));
  // Another tab may have changed the role since, so the form may have either role's fields.
  const schema = z.union([schemaOf("creator"), schemaOf("contributor")]);
  const fields = await readDeclared(args, schema);
  // Another tab may have completed the profile.
  if (actor?.userType) {
    if (!(await isSaved(actor, fields, schema))) keepWritten(args, hasProfile);
    return replace(redirectTo ?? paths.dashboard(), 303);
  }
  const draft = await findDraft(actor, await draftIdOf(args.request));
  if (!draft?.userType) {
    keepWritten(args, { title: noDraft.title, text: "We didn't save the step you just sent." });
    return redirectWithFlash(paths.onboarding({ redirectTo }), { ...noDraft, tone: "destructive" });
  }
  if (fields.get("userType") !== draft.userType) {
    keepWritten(args, switched);
    return redirectWithFlash(paths.onboardingStep(1, { redirectTo }), { ...switched, tone: "destructive" });
  }
  const form = parseFields(args, schemaOf(draft.userType), fields);
  if (!form.ok) return form.reply;
  const { intent, userType, ...answers } = form.value;
  await saveDraftStep(actor, draft.id, answers);
  if (intent === "complete" || intent === "work") {
    if (draft.isLocked) return signInFirst(step, redirectTo);
    const wanted = intent === "work" ? paths.newSample({ first: "1" }) : redirectTo;
    return complete(actor, { id: draft.id, userType }, { step, wanted, redirectTo }, form.refuse);
  }
  if (intent === "back" && step === 1) await clearRole(actor, draft.id);
  const to = intent === "back" ? step - 1 : Math.min(step + 1, lastStep);
  const query = { redirectTo };
  return redirect(to === 0 ? paths.onboarding(query) : paths.onboardingStep(to, query), 303);
}

/** Whether the profile has the form's text already, as it does if the last step is sent twice. */
async function isSaved(actor: Actor, fields: URLSearchParams, schema: z.ZodType): Promise<boolean> {
  const { links, ...answers } = (await findOwnAnswers(actor)) ?? { links: {} };
  const texts: unknown[] = ["", ...Object.values(answers), ...Object.values(links)];
  const shown = filledInNames(schema);
  return [...fields].every(([name, text]) => !shown.has(name) || texts.includes(text.trim()));
}

const hasProfile = {
  title: "You already have a profile",
  text: "We didn't save the step you just sent. You can edit your profile anytime.",
};
const noDraft = {
  title: "We couldn't find your draft",
  text: "To start again, choose how you'll use Matchcut.",
};
const switched = {
  title: "You've switched roles",
  text: "We didn't save the step you just sent, because it was for your other role.",
};

type Refuse = Extract<ReturnType<typeof parseFields>, { ok: true }>["refuse"];

/** `wanted` is the page to return to once there's a profile. */
async function complete(
  actor: Actor | null,
  draft: { id: string; userType: UserType },
  { step, wanted, redirectTo }: { step: number; wanted?: string; redirectTo?: string },
  refuse: Refuse,
) {
  const done = await completeDraft(actor, draft.id);
  if (done.ok && done.saved === "draft")
    return redirect(paths.login({ fromOnboarding: "1", tab: "create", redirectTo: wanted }), 303);
  if (done.ok)
    return redirectWithFlash(wanted ?? afterBuilder(draft.userType), { title: "Profile saved" }, [
      await forgetCookie(draftCookie),
    ]);
  switch (done.refused) {
    case "unsafe-link":
      if (step === lastStep) return refuse({ portfolio: [unsafeLinkWords] });
      return redirectWithFlash(paths.onboardingStep(lastStep, { redirectTo }), {
        title: "Error saving profile",
        text: `The link on this page isn't a web address. ${unsafeLinkWords}.`,
        tone: "destructive",
      });
    case "has-profile":
    case "no-draft":
      return redirect(paths.dashboard(), 303);
    case "failed":
      return refuse(draft.userType === "contributor" ? contributorFailedWords : failedWords, 500);
  }
}

const contributorFailedWords = "Failed to create contributor profile. Please try again.";
const failedWords = "There was an error saving your profile data. Please try again later.";

function signInFirst(step: number, redirectTo: string | undefined) {
  return redirectWithFlash(paths.login({ redirectTo: paths.onboardingStep(step, { redirectTo }) }), {
    title: "Please sign in to complete your profile",
  });
}

function stepOf({ params }: Pick<LoaderFunctionArgs, "params">): number {
  const step = parseCount(params.step);
  if (step === null || step > lastStep) throw notFound();
  return step;
}

export default function BuilderStepPage() {
  const { draftId, step, userType, hasAccount, answers, choices, card } = useLoaderData<typeof loader>();
  const key = `${userType}-${step}`;
  return (
    <BuilderForm
      key={key}
      draftId={draftId}
      userType={userType}
      step={step}
      answers={answers}
      choices={choices}
      hasAccount={hasAccount}
      result={useActionData<typeof action>()?.result}
      preview={<CardPreview key={key} formId={`step-${step}`} stored={card} choices={choices} />}
    />
  );
}
