import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import type { Admin } from "~/features/accounts/actor";
import { MiniCard } from "~/features/discovery/components/mini-card";
import { miniOf } from "~/features/discovery/mini";
import { JustReviewed, ReviewDecision, ReviewWork } from "~/features/profiles/components/review-case";
import { ReviewHistory } from "~/features/profiles/components/vetting";
import { reasonText, undoMinutes } from "~/features/profiles/review-reasons";
import {
  findLastReview,
  findVetting,
  listByIds,
  listReviewHistory,
  placeInReview,
  type VettingView,
  waitingList,
} from "~/features/profiles/reviewing.server";
import { reviewSchema } from "~/features/profiles/vetting.schema";
import {
  approveContributor,
  askForChanges,
  rejectContributor,
  undoReview,
  writeReviewNote,
} from "~/features/profiles/vetting.server";
import { listBehind, redirectToNext } from "~/http/admin-list-page.server";
import { notFound, orNotFound } from "~/http/form.server";
import { idParam, keepWritten, readAsAdmin, redirectWithFlash, requireAdmin } from "~/http/route.server";
import { safePath } from "~/http/safe-redirect";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/case-page.css?url";
import { CasePage, KeyWords } from "~/ui/case-page";
import { ErrorSummary, type FormResult, textsOf } from "~/ui/form";

export const meta = pageTitle<typeof loader>(({ person }) => `Review ${person.name}`);

export const { handle, links } = withStyles(styles, { formFailure: "Failed to update contributor status" });

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const contributorId = idParam(args, "contributorId");
  const { wanted, start, query } = await listBehind(waitingList, admin, args.request);
  const decidedId = parseId(new URL(args.request.url).searchParams.get("decided") ?? undefined);
  const [person, history, place, decided] = await Promise.all([
    findVetting(contributorId),
    listReviewHistory(contributorId),
    placeInReview(wanted, contributorId),
    decidedId ? findVetting(decidedId) : null,
  ]);
  if (!person) throw notFound();
  const next = (await listByIds(place.next)).map(cardOf);
  return {
    ...{ person, history, place, list: { start, query }, next, noteId: randomUUID() },
    decided: decided?.canUndo ? decided : null,
  };
}

const cardOf = ({ contributorId, samples, ...person }: VettingView) =>
  miniOf({
    ...person,
    personId: contributorId,
    role: "contributor",
    likesYou: false,
    brief: null,
    work: samples,
  });

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, reviewSchema);
  const contributorId = idParam(args, "contributorId");
  if (!form.ok) return form.reply;
  if (form.value.decision === "note") return keepNote(admin, contributorId, form.value, args.request);
  const { decision, back } = form.value;
  const { wanted, start, query: list } = await listBehind(waitingList, admin, args.request);
  const here = adminPaths.reviewContributor(contributorId, { list });
  const done = await decide(admin, contributorId, form.value);
  const person = orNotFound(await findVetting(contributorId));
  const said = doneWords[decision](person.name);
  if (decision === "undo")
    return redirectWithFlash(safePath(back, `${here}#case`), done.ok ? said : failed(tooLate));
  const goOn = async (toast: Parameters<typeof redirectWithFlash>[1], decided?: string) =>
    back === undefined
      ? redirectToNext(
          await placeInReview(wanted, contributorId),
          {
            caseAt: (id) => adminPaths.reviewContributor(id, { list, decided }),
            list: start,
          },
          toast,
        )
      : redirectWithFlash(safePath(back, paths.dashboard()), toast);
  if (done.ok) return goOn(said, contributorId);
  const review = await findLastReview(contributorId);
  const isOwn = review?.adminId === admin.userId;
  const reason = decision === "approve" ? "" : reasonText(form.value);
  // A double click counts as one decision.
  if (isOwn && review.status === reviewed[decision] && review.reason === reason)
    return goOn(said, contributorId);
  const who = isOwn ? "You've" : "Another admin has";
  const refused = failed(`${who} already ${review?.status ?? "reviewed"} ${person.name}.`);
  keepWritten(args, refused);
  return goOn(refused);
}

const reviewed = {
  approve: "approved",
  reject: "rejected",
  changes: "asked for changes from",
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

async function keepNote(
  admin: Admin,
  contributorId: string,
  form: { noteId: string; note: string },
  request: Request,
) {
  const kept = await writeReviewNote(admin, contributorId, form);
  if (!kept.ok) throw notFound();
  const { query: list } = await listBehind(waitingList, admin, request);
  return redirectWithFlash(adminPaths.reviewContributor(contributorId, { list }), {
    title: "Note saved",
    text: "Other admins can see it here.",
  });
}

const undoWords = `Their dashboard shows it now. You can undo this for ${undoMinutes} minutes. Then we'll email them.`;

const doneWords = {
  approve: (name: string) => ({ title: `${name} approved`, text: undoWords }),
  undo: (name: string) => ({
    title: "Decision undone",
    text: `${name} is back in the queue. We won't email them.`,
  }),
  reject: (name: string) => ({ title: `${name} rejected`, text: undoWords }),
  changes: (name: string) => ({ title: `Changes requested from ${name}`, text: undoWords }),
};

const tooLate = `You can only undo a decision within ${undoMinutes} minutes.`;

export default function ReviewContributor() {
  const { person, history, place, list, next, decided, noteId } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const result = useActionData<typeof action>()?.result;
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  const isNote = result?.initialValue?.decision === "note";
  const note = result?.initialValue?.note;
  const reason = person.status === "pending" ? `reason-${person.contributorId}` : undefined;
  return (
    <CasePage
      key={pathname}
      title="Vetting"
      isNamedBelow
      place={place}
      caseAt={(id) => adminPaths.reviewContributor(id, { list: list.query })}
      list={{ to: list.start, label: list.query ? "Back to the list" : "All contributors to review" }}
      keys={
        <>
          <KeyWords cap="A">approve</KeyWords> <KeyWords cap="R">reject</KeyWords>
        </>
      }
      notice={
        <>
          <ErrorSummary errors={errors.map((message) => ({ id: isNote ? "note" : reason, message }))} />
          {decided && <JustReviewed person={decided} />}
        </>
      }
      decision={
        <ReviewDecision person={person} refused={result && !isNote ? refusedOf(result, errors) : undefined} />
      }
      more={
        <>
          <ReviewHistory
            contributorId={person.contributorId}
            history={history}
            noteId={noteId}
            note={isNote ? { text: typeof note === "string" ? note : undefined, error: errors } : undefined}
          />
          {next.length > 0 && (
            <section aria-labelledby="next">
              <h2 id="next">Next</h2>
              <ul className="strip covers">
                {next.map((mini) => (
                  <MiniCard
                    key={mini.personId}
                    mini={mini}
                    to={`${adminPaths.reviewContributor(mini.personId, { list: list.query })}#case`}
                  />
                ))}
              </ul>
            </section>
          )}
        </>
      }
    >
      <ReviewWork person={person} />
    </CasePage>
  );
}

function refusedOf({ initialValue }: FormResult, error: string[]) {
  const { pick, reason, back } = initialValue ?? {};
  return {
    pick: textsOf(pick),
    reason: typeof reason === "string" ? reason : undefined,
    back: typeof back === "string" ? back : undefined,
    error,
  };
}

export const ErrorBoundary = failurePage("We couldn't load this contributor");
