import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import type { Actor } from "~/features/accounts/actor";
import { findCase } from "~/features/moderation/case.server";
import { CaseFacts, CaseHistory } from "~/features/moderation/components/case";
import { DecisionForms } from "~/features/moderation/components/decision-forms";
import {
  type DecideOutcome,
  decideCase,
  type LiftOutcome,
  liftFromCase,
  type UndoOutcome,
  undoDecision,
} from "~/features/moderation/deciding.server";
import { decisionSchema } from "~/features/moderation/moderation.schema";
import { thingWords } from "~/features/moderation/report";
import { notFound, readForm } from "~/http/form.server";
import {
  idParam,
  keptFormOf,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { PageFailure, pageTitle } from "~/shell/page";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Decide about a report");

export const handle: RouteFailure = {
  failure: { form: ["Your decision was not stored, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const found = await findCase(admin, idParam(args, "caseId"));
  if (!found) throw notFound();
  return { found, kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, decisionSchema);
  const caseId = idParam(args, "caseId");
  const form = await readForm(args, decisionSchema);
  if (!(await findCase(admin, caseId))) throw notFound();
  if (!form.ok) return form.reply;
  if (form.value.decision === "suspend") await requireRecentProof(args, admin);
  const done = await act(admin, caseId, form.value);
  const here = adminPaths.decideReport(caseId);
  if (done.ok) return redirectWithFlash(here, doneWords[form.value.decision]);
  if (done.refused === "not-found") throw notFound();
  return redirectWithFlash(here, {
    title: "Nothing was changed",
    text: refusals[done.refused],
    tone: "destructive",
  });
}

type Outcome = DecideOutcome | UndoOutcome | LiftOutcome;

function act(admin: Actor, caseId: string, form: z.output<typeof decisionSchema>): Promise<Outcome> {
  switch (form.decision) {
    case "undo":
      return undoDecision(admin, caseId);
    case "lift":
      return liftFromCase(admin, caseId);
    default:
      return decideCase(admin, caseId, form);
  }
}

const doneWords = {
  dismiss: { title: "Dismissed", text: "Those who reported it have been told." },
  warn: { title: "Warned", text: "They read it before they go on. Those who reported it have been told." },
  hide: {
    title: "Hidden",
    text: "Its owner and those who reported it have been told.",
  },
  suspend: {
    title: "Suspended",
    text: "They are signed out everywhere. Those who reported it have been told.",
  },
  undo: { title: "Undone", text: "The report waits for a decision again." },
  lift: { title: "Suspension lifted", text: "They can sign in again, and everything of theirs is back." },
};

const refusals: Record<Exclude<Extract<Outcome, { ok: false }>["refused"], "not-found">, string> = {
  decided: "Somebody was faster: it is decided already. This page shows how.",
  own: "Another admin decides what is about you.",
  gone: "What was reported is no longer there.",
  admin: "Nobody with the admins' right can be warned or suspended.",
  suspended: "They are suspended already, for as long or longer.",
  read: "They have read the warning already. It can no longer be taken back here.",
  "not-now": "It is not decided in a way that can be undone here.",
  newer: "Another report about the same thing waits for a decision. Decide there.",
  "not-suspended": "They are not suspended any more.",
};

export default function DecideReport() {
  const { found, kept } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result ?? kept;
  return (
    <div className="narrow stack">
      <h1>Report of a {thingWords[found.kind]}</h1>
      <CaseFacts found={found} />
      <DecisionForms found={found} result={result} />
      <CaseHistory found={found} />
      <p>
        <Link to={adminPaths.reports()}>All reports</Link>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load this report" />;
}
