import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { findAppeal } from "~/features/moderation/appeal-queue.server";
import { answerAppeal } from "~/features/moderation/appeals.server";
import { AnswerAppeal, AppealFacts } from "~/features/moderation/components/answer-appeal";
import { answerAppealSchema } from "~/features/moderation/moderation.schema";
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

export const meta = pageTitle("Decide an appeal");

export const handle: RouteFailure = {
  failure: { form: [notDone("Your decision wasn't saved.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const appeal = await findAppeal(admin, idParam(args, "appealId"));
  if (!appeal) throw notFound();
  return { appeal, kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, answerAppealSchema);
  const appealId = idParam(args, "appealId");
  const form = await readForm(args, answerAppealSchema);
  if (!(await findAppeal(admin, appealId))) throw notFound();
  if (!form.ok) return form.reply;
  await requireRecentProof(args, admin);
  const { outcome, answer } = form.value;
  const done = await answerAppeal(admin, appealId, { outcome, answer });
  const here = adminPaths.decideAppeal(appealId);
  if (done.ok)
    return redirectWithFlash(here, {
      title: titles[outcome],
      text: "We're letting them know by email.",
    });
  if (done.refused === "not-found") throw notFound();
  // The text stays, because the page now offers the other decision.
  if (done.refused === "over" || done.refused === "in-force")
    return form.refuse({ "": [refusals[done.refused]] }, 409);
  return redirectWithFlash(here, {
    title: "Nothing changed",
    text: refusals[done.refused],
    tone: "destructive",
  });
}

const titles = { grant: "Appeal granted", refuse: "Appeal denied", close: "Appeal closed" };

const refusals = {
  own: "This is about you, so another admin has to decide.",
  decided: "Another admin already decided this. You can see the decision below.",
  another: "You made the decision, so another admin has to review the appeal.",
  over: "The decision is no longer in effect. Close the appeal instead.",
  "in-force": "The decision is still in effect. Grant the appeal or deny it.",
};

export default function DecideAppeal() {
  const { appeal, kept } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result ?? kept;
  return (
    <div className="narrow stack">
      <h1>{appeal.name}'s appeal</h1>
      <AppealFacts appeal={appeal} />
      <AnswerAppeal appeal={appeal} result={result} />
      <p>
        <Link to={adminPaths.appeals()}>All appeals</Link>
      </p>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this appeal");
