import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { Samples } from "~/features/portfolio/components/samples";
import { ReviewForms, UndoApproval } from "~/features/profiles/components/review-forms";
import { VettingFacts } from "~/features/profiles/components/vetting-facts";
import { findLastReview, findVetting } from "~/features/profiles/reviewing.server";
import { reviewSchema, undoMinutes } from "~/features/profiles/vetting.schema";
import { approveContributor, rejectContributor, undoApproval } from "~/features/profiles/vetting.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireAdmin } from "~/http/guards.server";
import { idParam } from "~/http/params.server";
import { readForm } from "~/http/read-form.server";
import { notFound } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { safePath } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: "Review a contributor · Matchcut" }];

export const handle: RouteFailure = {
  failure: { form: ["Failed to update contributor status"] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const person = await findVetting(admin, idParam(args, "contributorId"));
  if (!person) throw notFound();
  return { person };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, reviewSchema);
  const contributorId = idParam(args, "contributorId");
  const form = await readForm(args, reviewSchema);
  if (!form.ok) return form.reply;
  const back = safePath(form.value.back, paths.dashboard());
  const done = await decide(admin, contributorId, form.value);
  if (done.ok) return redirectWithFlash(back, doneWords[form.value.decision]);
  if (done.refused === "not-admin" || !(await findVetting(admin, contributorId))) throw notFound();
  if (done.refused === "too-late") return redirectWithFlash(back, failed(tooLate));
  const review = await findLastReview(contributorId);
  const isOwn = review?.adminId === admin.userId;
  // A double click is one decision.
  if (isOwn && review.status === reviewed[form.value.decision]) {
    return redirectWithFlash(back, doneWords[form.value.decision]);
  }
  const who = isOwn ? "You have" : "Another admin has";
  return redirectWithFlash(back, failed(`${who} already ${review?.status ?? "reviewed"} this contributor.`));
}

const reviewed = { approve: "approved", reject: "rejected", undo: undefined };

const failed = (text: string) =>
  ({ title: "Failed to update contributor status", text, tone: "destructive" }) as const;

function decide(admin: Actor, contributorId: string, form: z.output<typeof reviewSchema>) {
  switch (form.decision) {
    case "approve":
      return approveContributor(admin, contributorId);
    case "undo":
      return undoApproval(admin, contributorId);
    case "reject":
      return rejectContributor(admin, contributorId, form);
  }
}

const doneWords = {
  approve: {
    title: "Contributor approved",
    text: `Their dashboard says so now. You can undo this for ${undoMinutes} minutes; then we email them.`,
  },
  undo: { title: "Approval undone", text: "The contributor is waiting for review again and gets no email." },
  reject: { title: "Contributor rejected", text: "They are notified by email and on their dashboard." },
};

const tooLate = `An approval can be undone for ${undoMinutes} minutes.`;

export default function ReviewContributor() {
  const { person } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  const reason = result?.initialValue?.reason;
  return (
    <div className="narrow stack">
      <h1>Review a contributor</h1>
      <ErrorSummary errors={errors.map((message) => ({ id: `reason-${person.contributorId}`, message }))} />
      <Card>
        <VettingFacts person={person} />
        {person.status === "pending" && (
          <ReviewForms
            contributorId={person.contributorId}
            name={person.name}
            rejection={result && { reason: typeof reason === "string" ? reason : undefined, error: errors }}
          />
        )}
        {person.canUndo && <UndoApproval contributorId={person.contributorId} name={person.name} />}
      </Card>
      <Samples samples={person.samples} isOwn={false} />
      <p>
        <Link to={paths.dashboard()}>Back to the dashboard</Link>
      </p>
    </div>
  );
}
