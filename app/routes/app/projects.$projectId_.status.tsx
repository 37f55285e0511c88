import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  cancelProject,
  completeProject,
  extendProject,
  reopenProject,
} from "~/features/projects/closing.server";
import { declineRest, type RestDeclined } from "~/features/projects/deciding.server";
import { keptWords, postLimitReached } from "~/features/projects/project";
import { projectStatusSchema } from "~/features/projects/project.schema";
import { notFound, pressed } from "~/http/form.server";
import { idParam, keepWritten, limitActs, readSignedIn, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "Error updating project" };

export function loader(args: LoaderFunctionArgs) {
  return redirect(paths.project(idParam(args, "projectId")));
}

const acts = {
  complete: { act: completeProject, done: "Project completed" },
  cancel: { act: cancelProject, done: "Project canceled" },
  reopen: { act: reopenProject, done: "Project reopened" },
  extend: { act: extendProject, done: "Project extended" },
};

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, projectStatusSchema);
  const projectId = idParam(args, "projectId");
  const value = pressed(
    form,
    "That didn't work",
    "Please go back, reload the project and try again. If you wrote a note, it may be too long.",
  );
  await limitActs(args, actor, "project-status");
  const here = paths.project(projectId);
  if (value.intent === "decline-rest") {
    const done = await declineRest(actor, projectId, value);
    if (!done.ok && done.refused === "not-found") throw notFound();
    const said = done.ok ? restWords(done) : refusals["wrong-state"];
    if (!done.ok || !done.isNoteUsed) keepWritten(args, said);
    return redirectWithFlash(here, said);
  }
  const { act, done: title } = acts[value.intent];
  const done = await act(actor, projectId);
  if (done.ok) return redirectWithFlash(here, { title });
  if (done.refused === "not-found") throw notFound();
  return redirectWithFlash(
    done.refused === "post-limit" ? paths.project(projectId, { limit: "post" }) : here,
    refusals[done.refused],
  );
}

const restWords = ({ declined, kept, since }: RestDeclined) => ({
  title: declined === 1 ? "1 application declined" : `${declined || "No"} applications declined`,
  text: [kept > 0 && keptWords(kept), since > 0 && sinceWords(since)].filter(Boolean).join(" ") || undefined,
});

const sinceWords = (count: number) =>
  count === 1
    ? "1 more came in after you opened the page. It's still pending."
    : `${count} more came in after you opened the page. They're still pending.`;

const refusals = {
  "wrong-state": {
    title: "Error updating project",
    text: "The project's status has changed. This page is up to date.",
    tone: "destructive",
  },
  "post-limit": postLimitReached,
  "not-creator": {
    title: "Error updating project",
    text: "Only creators can reopen or extend projects.",
    tone: "destructive",
  },
} as const;
