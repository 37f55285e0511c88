import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import type { Admin } from "~/features/accounts/actor";
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
import { failurePage, pageTitle } from "~/shell/page";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Decide a report");

export const handle: RouteFailure = {
  failure: { form: [notDone("Your decision wasn't saved.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const reportCase = await findCase(admin, idParam(args, "caseId"));
  if (!reportCase) throw notFound();
  return { reportCase, kept: await keptFormOf(args, admin) };
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
    title: "Nothing changed",
    text: refusals[done.refused],
    tone: "destructive",
  });
}

type Outcome = DecideOutcome | UndoOutcome | LiftOutcome;

function act(admin: Admin, caseId: string, form: z.output<typeof decisionSchema>): Promise<Outcome> {
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
  dismiss: { title: "Dismissed", text: "We've told the members who reported it." },
  warn: {
    title: "Warned",
    text: "They have to read it before they can continue. We've told the members who reported it.",
  },
  hide: {
    title: "Hidden",
    text: "We've told its owner and the members who reported it.",
  },
  suspend: {
    title: "Suspended",
    text: "They're signed out everywhere. We've told the members who reported it.",
  },
  undo: { title: "Undone", text: "The report is open again." },
  lift: { title: "Suspension lifted", text: "They can sign in again, and everything they had is back." },
};

const refusals: Record<Exclude<Extract<Outcome, { ok: false }>["refused"], "not-found">, string> = {
  decided: "Another admin already decided this. You can see the decision below.",
  own: "This is about you, so another admin has to decide.",
  gone: "What was reported no longer exists.",
  admin: "You can't warn or suspend an admin.",
  suspended: "They're already suspended for at least that long.",
  read: "They've already read the warning, so you can't withdraw it here anymore.",
  "not-now": "This kind of decision can't be undone here.",
  newer: "There's a newer report about the same thing. Decide that one instead.",
  "not-suspended": "They're no longer suspended.",
};

export default function DecideReport() {
  const { reportCase, kept } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result ?? kept;
  return (
    <div className="narrow stack">
      <h1>
        Report about {thingWords[reportCase.kind] === "application" ? "an" : "a"}{" "}
        {thingWords[reportCase.kind]}
      </h1>
      <CaseFacts reportCase={reportCase} />
      <DecisionForms reportCase={reportCase} result={result} />
      <CaseHistory reportCase={reportCase} />
      <p>
        <Link to={adminPaths.reports()}>All reports</Link>
      </p>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this report");
