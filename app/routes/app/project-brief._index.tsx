import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, data as reply } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { confirmFirst } from "~/features/accounts/account-words";
import type { Actor } from "~/features/accounts/actor";
import { readPrice } from "~/features/catalog/amount-reading";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { fullPostsWords, usesLeft } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/plan-in-force.server";
import {
  type DraftLoss,
  findBrief,
  findBriefErrors,
  lostDraft,
  postBrief,
  saveBrief,
} from "~/features/projects/attaching.server";
import {
  type BriefFileView,
  type BriefStep,
  blankBrief,
  briefChoices,
  briefSteps,
  type DraftOfForm,
  isBriefStep,
  type LostDraft,
  onlySteps,
  stepAfter,
  type TypedBrief,
  wrongStep,
} from "~/features/projects/brief";
import type { BriefView } from "~/features/projects/components/project-page";
import { postLimitReached, projectLimits } from "~/features/projects/project";
import { briefFormSchema } from "~/features/projects/project.schema";
import { findOwnFiles } from "~/features/projects/viewing.server";
import { forbidden, type ReadForm, readForm } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, creatorsOnly, limitActs, redirectWithFlash, requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/brief-page.css?url";
import type { FormResult } from "~/ui/form";
import { latePart } from "~/ui/late-part";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle("Create a project brief");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your brief wasn't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  await requireCreator(args);
  if (!actor.userType) return { view: "newcomer" as const };
  const query = new URL(args.request.url).searchParams;
  const [draft, catalog, plan] = await Promise.all([findBrief(actor), listCatalog(), findPlan(actor)]);
  const files = draft && draft.files > 0 ? (await findOwnFiles(actor, { draftKey: draft.key })).files : [];
  const posts = plan?.usage.find(({ kind }) => kind === "post") ?? null;
  if (draft && isPreview(query))
    return {
      view: "preview" as const,
      key: draft.key,
      project: previewOf(actor, draft.typed, files, catalog),
    };
  return {
    view: "brief" as const,
    personId: actor.userId,
    step: stepIn(query),
    draft: {
      key: draft?.key ?? randomUUID(),
      isStored: draft !== null,
      typed: draft?.typed ?? blankBrief,
    },
    files: draft?.files ?? 0,
    picture: files.find(({ picture }) => picture)?.picture ?? null,
    choices: briefChoices(catalog),
    errors: draft && query.has("check") ? await findBriefErrors(draft) : null,
    posts,
    // The dialog doesn't open just because the URL says so.
    asksLimit: query.get("limit") === "post" && posts !== null && usesLeft(posts) === 0,
  };
}

/** The draft as contributors would see it. */
function previewOf(
  actor: Actor,
  typed: TypedBrief,
  files: BriefFileView[],
  { byId }: Awaited<ReturnType<typeof listCatalog>>,
): BriefView {
  const { budgetFrom: from, budgetTo: to, budgetUnit: unit, budgetDetails: note } = typed;
  const { price } = readPrice({ from, to, unit, note }, { noteLimit: projectLimits.budgetDetails });
  return {
    title: typed.title.trim() || "Your title",
    description: typed.description,
    status: "open",
    isExpired: false,
    services: namesOf(typed.serviceIds, byId.services),
    tools: namesOf(typed.toolIds, byId.tools),
    visualStyles: namesOf(typed.visualStyleIds, byId.styles),
    deliverables: typed.deliverables,
    startDate: /^\d{4}-\d\d-\d\d$/.test(typed.startDate) ? typed.startDate : null,
    timeline: typed.timeline,
    isOngoing: typed.projectType === "ongoing",
    budgetType: byId.budgets[typed.budgetTypeId ?? 0] ?? null,
    amount: price?.amount ?? null,
    budgetDetails: price?.note ?? typed.budgetDetails,
    brandLink: null,
    files,
    expiresAt: null,
    takesApplications: true,
    match: null,
    creator: { id: actor.userId, name: actor.name, avatarUrl: null },
    createdAt: new Date().toISOString(),
    questions: typed.questions.filter(Boolean),
  };
}

const isPreview = (query: URLSearchParams): boolean => query.get("step") === "preview";

/** The preview opens from the last step. */
const stepIn = (query: URLSearchParams): BriefStep => {
  const step = isPreview(query) ? "budget" : query.get("step");
  return isBriefStep(step) ? step : "details";
};

export async function action(args: ActionFunctionArgs) {
  const actor = await requireCreator(args, briefFormSchema);
  if (!actor.userType) return redirect(paths.onboarding(), 303);
  const form = await readForm(args, briefFormSchema);
  if (!form.ok) return form.reply;
  const { key, isStored, steps, post, toDetails, toRequirements, toBudget, toFiles, toPreview, ...typed } =
    form.value;
  const query = new URL(args.request.url).searchParams;
  const here = stepIn(query);
  const sent = onlySteps(typed, steps);
  if (post) await limitActs(args, actor, "post");
  if (post) return finish(actor, { key, isStored, sent, here, isPreviewed: isPreview(query) }, form.refuse);
  const asked = { details: toDetails, requirements: toRequirements, budget: toBudget };
  const to = briefSteps.find((step) => asked[step]) ?? stepAfter(here);
  // Show errors only when the person continues to a later step.
  const isChecked = !toFiles && !toPreview && briefSteps.indexOf(to) > briefSteps.indexOf(here);
  const saved = await saveBrief(actor, key, sent, { isChecked, isStored });
  if (saved.ok)
    return redirect(
      toFiles ? paths.briefFiles() : paths.projectBrief({ step: toPreview ? "preview" : to }),
      303,
    );
  if (saved.refused === "invalid") return form.refuse(saved.errors);
  if (saved.refused === "not-creator") throw forbidden(creatorsOnly);
  return refuseLost(await lostDraft(actor, saved.refused), form.refuse);
}

type Refuse = Extract<ReadForm<unknown>, { ok: true }>["refuse"];

/** Shows the form again, now for the draft that it would save if it's sent again. */
function refuseLost(lost: LostDraft, refuse: Refuse) {
  const { data, init } = refuse(lost.words, 409);
  return reply({ ...data, lost }, init ?? undefined);
}

interface Sent extends DraftOfForm {
  sent: Partial<TypedBrief>;
  here: BriefStep;
  /** Whether the form came from the preview, which has no fields. */
  isPreviewed: boolean;
}

async function finish(actor: Actor, { key, isStored, sent, here, isPreviewed }: Sent, refuse: Refuse) {
  const posted = await postBrief(actor, key, sent, { isStored });
  if (posted.ok) {
    return redirectWithFlash(paths.project(posted.projectId), {
      title: "Project Brief Created",
      text: "Your project brief has been successfully created.",
    });
  }
  switch (posted.refused) {
    case "invalid":
      return refuse(posted.errors);
    case "incomplete":
      return redirect(paths.projectBrief({ step: posted.step, check: "1" }), 303);
    case "post-limit":
      return redirectWithFlash(paths.projectBrief({ step: here, limit: "post" }), postLimitReached);
    case "unconfirmed":
      return refuse(confirmFirst, 409);
    case "not-creator":
      throw forbidden(creatorsOnly);
    default: {
      if (isPreviewed)
        return redirectWithFlash(paths.projectBrief({ step: "preview" }), {
          title: "Nothing was posted",
          text: previewLossWords[posted.refused],
          tone: "destructive",
        });
      const lost = await lostDraft(actor, posted.refused);
      return refuseLost(posted.refused === "replaced" ? { ...lost, words: replacedWords } : lost, refuse);
    }
  }
}

const replacedWords =
  "A draft from another tab replaced this one, so nothing was posted. Check every step, then press Post Project again.";
const previewLossWords: Record<DraftLoss, string> = {
  posted: "You've already posted this brief, maybe in another tab.",
  discarded: "You discarded this draft, maybe in another tab.",
  replaced: "A draft from another tab replaced the one you previewed. This is the other one.",
};

const BriefForm = latePart("BriefForm", () => import("~/features/projects/components/brief-form"));
const DraftPreview = latePart("DraftPreview", () => import("~/features/projects/components/draft-preview"));

export default function ProjectBriefPage() {
  const data = useLoaderData<typeof loader>();
  const { result, lost } = useActionData<{ result?: FormResult; lost?: LostDraft }>() ?? {};
  if (data.view === "preview")
    return <DraftPreview draftKey={data.key} project={data.project} result={result} />;
  return (
    <div className={data.view === "brief" ? "stack" : "narrow stack"}>
      <h1>Create a project brief</h1>
      {data.view === "guest" && (
        <EmptyState
          title="Say what you need"
          action={<ButtonLink to={paths.login({ redirectTo: data.place })}>Log In / Sign Up</ButtonLink>}
        >
          Please log in to create a project brief.
        </EmptyState>
      )}
      {data.view === "newcomer" && (
        <EmptyState
          title="Build your profile first"
          action={<ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>}
        >
          People who read a brief want to know who's behind it. Your profile takes a few minutes, and every
          field is optional.
        </EmptyState>
      )}
      {data.view === "brief" && (
        <>
          <BriefForm {...data} step={wrongStep(result?.error) ?? data.step} result={result} lost={lost} />
          {data.asksLimit && data.posts && (
            <LimitDialog title="Limit Reached" closeTo={paths.projectBrief({ step: data.step })}>
              <p>
                {fullPostsWords(data.posts.used, data.posts.limit)} {data.posts.resets} Your brief is saved as
                a draft.
              </p>
              <p>
                <Link to={paths.projects()}>View your projects</Link>
              </p>
            </LimitDialog>
          )}
        </>
      )}
    </div>
  );
}
