import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import type { Admin } from "~/features/accounts/actor";
import { Samples } from "~/features/portfolio/components/samples";
import { ReviewForms, ReviewHistory, UndoReview, VettingFacts } from "~/features/profiles/components/vetting";
import { reasonText, undoMinutes } from "~/features/profiles/review-reasons";
import { findLastReview, findVetting, listReviewHistory } from "~/features/profiles/reviewing.server";
import { reviewSchema } from "~/features/profiles/vetting.schema";
import {
  approveContributor,
  askForChanges,
  rejectContributor,
  undoReview,
  writeReviewNote,
} from "~/features/profiles/vetting.server";
import { notFound, readForm } from "~/http/form.server";
import { idParam, redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { safePath } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { ErrorSummary, type FormResult, textsOf } from "~/ui/form";
import { Card, Link } from "~/ui/parts";

export const meta: MetaFunction = () => [{ title: "Review a contributor · Matchcut" }];

export const handle: RouteFailure = {
  failure: { form: ["Failed to update contributor status"] },
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const contributorId = idParam(args, "contributorId");
  const [person, history] = await Promise.all([findVetting(contributorId), listReviewHistory(contributorId)]);
  if (!person) throw notFound();
  return { person, history, noteId: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, reviewSchema);
  const contributorId = idParam(args, "contributorId");
  const form = await readForm(args, reviewSchema);
  if (!form.ok) return form.reply;
  if (form.value.decision === "note") return keepNote(admin, contributorId, form.value);
  const back = safePath(form.value.back, paths.dashboard());
  const done = await decide(admin, contributorId, form.value);
  if (done.ok) return redirectWithFlash(back, doneWords[form.value.decision]);
  if (!(await findVetting(contributorId))) throw notFound();
  if (done.refused === "too-late") return redirectWithFlash(back, failed(tooLate));
  const review = await findLastReview(contributorId);
  const isOwn = review?.adminId === admin.userId;
  // A double click counts as one decision.
  if (isOwn && review.status === reviewed[form.value.decision]) {
    return redirectWithFlash(back, doneWords[form.value.decision]);
  }
  const who = isOwn ? "You've" : "Another admin has";
  return redirectWithFlash(back, failed(`${who} already ${review?.status ?? "reviewed"} this contributor.`));
}

const reviewed = {
  approve: "approved",
  reject: "rejected",
  changes: "asked for changes from",
  undo: undefined,
};

const failed = (text: string) =>
  ({ title: "Failed to update contributor status", text, tone: "destructive" }) as const;

type Form = z.output<typeof reviewSchema>;

function decide(admin: Admin, contributorId: string, form: Exclude<Form, { decision: "note" }>) {
  switch (form.decision) {
    case "approve":
      return approveContributor(admin, contributorId);
    case "undo":
      return undoReview(admin, contributorId);
    case "reject":
      return rejectContributor(admin, contributorId, { reason: reasonText(form) });
    case "changes":
      return askForChanges(admin, contributorId, { reason: reasonText(form) });
  }
}

async function keepNote(admin: Admin, contributorId: string, form: { noteId: string; note: string }) {
  const kept = await writeReviewNote(admin, contributorId, form);
  if (!kept.ok) throw notFound();
  return redirectWithFlash(adminPaths.reviewContributor(contributorId), {
    title: "Note saved",
    text: "Other admins can see it here.",
  });
}

const undoWords = `Their dashboard shows it now. You can undo this for ${undoMinutes} minutes. Then we'll email them.`;

const doneWords = {
  approve: { title: "Contributor approved", text: undoWords },
  undo: { title: "Decision undone", text: "The contributor is back in the queue. We won't email them." },
  reject: { title: "Contributor rejected", text: undoWords },
  changes: { title: "Changes requested", text: undoWords },
};

const tooLate = `You can only undo a decision within ${undoMinutes} minutes.`;

export default function ReviewContributor() {
  const { person, history, noteId } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  const isNote = result?.initialValue?.decision === "note";
  const note = result?.initialValue?.note;
  const reason = person.status === "pending" ? `reason-${person.contributorId}` : undefined;
  return (
    <div className="narrow stack">
      <h1>Review a contributor</h1>
      <ErrorSummary errors={errors.map((message) => ({ id: isNote ? "note" : reason, message }))} />
      <Card>
        <VettingFacts person={person} />
        {person.status === "pending" && (
          <ReviewForms
            contributorId={person.contributorId}
            name={person.name}
            rejection={result && !isNote ? rejectionOf(result, errors) : undefined}
          />
        )}
        {person.canUndo && <UndoReview {...person} />}
      </Card>
      <Samples samples={person.samples} />
      <ReviewHistory
        contributorId={person.contributorId}
        history={history}
        noteId={noteId}
        note={isNote ? { text: typeof note === "string" ? note : undefined, error: errors } : undefined}
      />
      <p>
        <Link to={paths.dashboard()}>Back to dashboard</Link>{" "}
        <Link to={adminPaths.waitingContributors()}>All contributors to review</Link>
      </p>
    </div>
  );
}

function rejectionOf({ initialValue }: FormResult, error: string[]) {
  const { pick, reason } = initialValue ?? {};
  return {
    pick: textsOf(pick),
    reason: typeof reason === "string" ? reason : undefined,
    error,
  };
}
