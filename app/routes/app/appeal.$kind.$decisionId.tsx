import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { appealKinds } from "~/features/moderation/appeal";
import { appeal, findAppealable } from "~/features/moderation/appeals.server";
import { AppealPage } from "~/features/moderation/components/appeal-page";
import { appealSchema } from "~/features/moderation/moderation.schema";
import { badRequest, notFound, orNotFound, readForm } from "~/http/form.server";
import { idParam, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/appeal-page.css?url";

export const meta = pageTitle("Appeal this decision");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your appeal wasn't sent.") });

function decisionOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const kind = orNotFound(appealKinds.find((known) => known === args.params.kind));
  return [kind, idParam(args, "decisionId")] as const;
}

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args, undefined, { evenWarned: true });
  const decision = orNotFound(await findAppealable(actor, ...decisionOf(args)));
  return { decision };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, appealSchema, { evenWarned: true });
  const [kind, decisionId] = decisionOf(args);
  const form = await readForm(args, appealSchema);
  if (!(await findAppealable(actor, kind, decisionId))) throw notFound();
  if (!form.ok) return form.reply;
  const done = await appeal(actor, kind, decisionId, form.value.words);
  if (!done.ok && done.refused === "not-found") throw notFound();
  if (!done.ok) throw badRequest(409, "You've already appealed this decision", "This wasn't sent.");
  return redirectWithFlash(paths.appeal(kind, decisionId), { title: "Appeal sent" });
}

export default function Appeal() {
  const { decision } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <AppealPage
      decision={decision}
      action={paths.appeal(decision.kind, decision.decisionId)}
      result={result}
    />
  );
}
