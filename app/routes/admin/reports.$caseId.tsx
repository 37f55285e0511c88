import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import type { Admin } from "~/features/accounts/actor";
import { suspensionLifted, suspensionRefusals } from "~/features/accounts/suspension";
import { type CaseView, caseList, findCase, placeOfCase } from "~/features/moderation/case.server";
import { CaseFacts } from "~/features/moderation/components/case";
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
import { aboutYou, thingWords } from "~/features/moderation/report";
import { listBehind, redirectToNext } from "~/http/admin-list-page.server";
import { notFound, orNotFound } from "~/http/form.server";
import {
  idParam,
  keepWritten,
  keptFormOf,
  readAsAdmin,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import { parseId } from "~/ids";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/case-page.css?url";
import { CasePage, KeyWords, LastDecision, ToDecision } from "~/ui/case-page";

export const meta = pageTitle<typeof loader>(({ reportCase }) => `Report about ${reportCase.name}`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your decision wasn't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const caseId = idParam(args, "caseId");
  const { wanted, start, query } = await listBehind(caseList, admin, args.request);
  const [reportCase, place] = await Promise.all([findCase(admin, caseId), placeOfCase(wanted, caseId)]);
  if (!reportCase) throw notFound();
  const decided = parseId(new URL(args.request.url).searchParams.get("decided") ?? undefined);
  return { reportCase, place, list: { start, query }, decided, kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, decisionSchema);
  const caseId = idParam(args, "caseId");
  const reportCase = orNotFound(await findCase(admin, caseId));
  if (!form.ok) return form.reply;
  const { decision } = form.value;
  if (decision === "suspend") await requireRecentProof(args, admin);
  const done = await act(admin, caseId, form.value);
  const { wanted, start, query: list } = await listBehind(caseList, admin, args.request);
  const here = `${adminPaths.decideReport(caseId, { list })}#case`;
  const goOn = async (said: Parameters<typeof redirectWithFlash>[1]) =>
    redirectToNext(
      await placeOfCase(wanted, caseId),
      { caseAt: (id) => adminPaths.decideReport(id, { list, decided: caseId }), list: start },
      said,
    );
  if (done.ok) {
    const said = doneWords[decision](reportCase);
    return decision === "undo" || decision === "lift" ? redirectWithFlash(here, said) : goOn(said);
  }
  if (done.refused === "not-found") throw notFound();
  const said = { title: "Nothing changed", text: refusals[done.refused], tone: "destructive" } as const;
  keepWritten(args, said);
  return done.refused === "decided" ? goOn(said) : redirectWithFlash(here, said);
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

type Told = Pick<CaseView, "name" | "kind">;

const doneWords = {
  dismiss: ({ name }: Told) => ({
    title: `Report about ${name} dismissed`,
    text: "We've told the members who reported it.",
  }),
  warn: ({ name }: Told) => ({
    title: `${name} warned`,
    text: "They have to read it before they can continue. We've told the members who reported it.",
  }),
  hide: ({ name, kind }: Told) => ({
    title: `${name}'s ${thingWords[kind]} hidden`,
    text: "We've told its owner and the members who reported it.",
  }),
  suspend: ({ name }: Told) => ({
    title: `${name} suspended`,
    text: "They're signed out everywhere. We've told the members who reported it.",
  }),
  undo: () => ({ title: "Undone", text: "The report is open again." }),
  lift: () => suspensionLifted,
};

const refusals: Record<Exclude<Extract<Outcome, { ok: false }>["refused"], "not-found">, string> = {
  decided: "This report was already decided.",
  own: aboutYou,
  gone: "What was reported no longer exists.",
  admin: "You can't warn or suspend an admin.",
  ...suspensionRefusals,
  read: "They've already read the warning, so you can't withdraw it here anymore.",
  "not-now": "This kind of decision can't be undone here.",
  newer: "There's a newer report about the same thing. Review that one instead.",
};

export default function DecideReport() {
  const { reportCase, place, list, decided, kept } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const result = useActionData<typeof action>()?.result ?? kept;
  const thing = thingWords[reportCase.kind];
  return (
    <CasePage
      key={pathname}
      title={`Report about ${thing === "application" ? "an" : "a"} ${thing}`}
      place={place}
      caseAt={(id) => adminPaths.decideReport(id, { list: list.query })}
      list={{ to: list.start, label: list.query ? "Back to the list" : "All reports" }}
      keys={<KeyWords cap="E">edit the text</KeyWords>}
      notice={decided && <LastDecision to={adminPaths.decideReport(decided, { list: list.query })} />}
      decision={<DecisionForms reportCase={reportCase} result={result} />}
    >
      <CaseFacts reportCase={reportCase} />
      <ToDecision />
    </CasePage>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this report");
