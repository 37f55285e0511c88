import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { findAppeal, placeOfAppeal } from "~/features/moderation/appeal-queue.server";
import { answerAppeal } from "~/features/moderation/appeals.server";
import { AnswerAppeal, AppealFacts } from "~/features/moderation/components/answer-appeal";
import { answerAppealSchema } from "~/features/moderation/moderation.schema";
import { aboutYou } from "~/features/moderation/report";
import { redirectToNext } from "~/http/admin-list-page.server";
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
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/case-page.css?url";
import { CasePage, KeyWords, ToDecision } from "~/ui/case-page";

export const meta = pageTitle<typeof loader>(({ appeal }) => `${appeal.name}'s appeal`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your decision wasn't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const appealId = idParam(args, "appealId");
  const [appeal, place] = await Promise.all([findAppeal(admin, appealId), placeOfAppeal(admin, appealId)]);
  if (!appeal) throw notFound();
  return { appeal, place, kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, answerAppealSchema);
  const appealId = idParam(args, "appealId");
  const appeal = orNotFound(await findAppeal(admin, appealId));
  if (!form.ok) return form.reply;
  await requireRecentProof(args, admin);
  const { outcome, answer } = form.value;
  const done = await answerAppeal(admin, appealId, { outcome, answer });
  const goOn = async (said: Parameters<typeof redirectWithFlash>[1]) =>
    redirectToNext(
      await placeOfAppeal(admin, appealId),
      { caseAt: adminPaths.decideAppeal, list: adminPaths.appeals() },
      said,
    );
  if (done.ok)
    return goOn({
      title: `${appeal.name}'s appeal ${became[outcome]}`,
      text: "We're letting them know by email.",
    });
  if (done.refused === "not-found") throw notFound();
  // The admin's text stays, because the page now offers the other decision.
  if (done.refused === "over" || done.refused === "in-force") return form.refuse(refusals[done.refused], 409);
  const said = { title: "Nothing changed", text: refusals[done.refused], tone: "destructive" } as const;
  keepWritten(args, said);
  return done.refused === "decided"
    ? goOn(said)
    : redirectWithFlash(`${adminPaths.decideAppeal(appealId)}#case`, said);
}

const became = { grant: "granted", refuse: "denied", close: "closed" };

const refusals = {
  own: aboutYou,
  decided: "This appeal was already decided.",
  another: "You made the decision, so another admin has to review the appeal.",
  over: "The decision is no longer in effect. Close the appeal instead.",
  "in-force": "The decision is still in effect. Grant the appeal or deny it.",
};

export default function DecideAppeal() {
  const { appeal, place, kept } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const result = useActionData<typeof action>()?.result ?? kept;
  return (
    <CasePage
      key={pathname}
      title={`${appeal.name}'s appeal`}
      place={place}
      caseAt={adminPaths.decideAppeal}
      list={{ to: adminPaths.appeals(), label: "All appeals" }}
      keys={<KeyWords cap="E">edit the text</KeyWords>}
      decision={<AnswerAppeal appeal={appeal} result={result} />}
    >
      <AppealFacts appeal={appeal} />
      {!appeal.decided && !appeal.needsAnother && <ToDecision />}
    </CasePage>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this appeal");
