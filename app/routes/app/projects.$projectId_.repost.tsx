import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { copyBrief, findBrief, findForCopy, isDraftBlank } from "~/features/projects/attaching.server";
import { idField } from "~/fields.schema";
import { forbidden, found, notFound, pressed } from "~/http/form.server";
import { idParam, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Post again as a copy");

export const handle: RouteFailure = {
  failure: { page: "Failed to copy this project" },
};

/** `replacing`: the draft that may be replaced. */
const schema = z.object({ replacing: idField("Please open the page again").optional() });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const [copied, draft] = await Promise.all([findForCopy(actor, projectId), findBrief(actor)]);
  return {
    projectId,
    ...found(copied),
    draft: draft && !isDraftBlank(draft) ? { key: draft.key, title: draft.typed.title } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, schema);
  const projectId = idParam(args, "projectId");
  const { replacing } = pressed(form, "Nothing was copied", "Please go back and open the page again.");
  const copied = await copyBrief(actor, projectId, replacing ?? null);
  if (copied.ok) {
    return redirectWithFlash(paths.projectBrief(), {
      title: "Copied into a new draft",
      text: "Look it over, then post it.",
    });
  }
  switch (copied.refused) {
    case "has-draft":
      return redirect(paths.repostProject(projectId), 303);
    case "not-creator":
      throw forbidden("This page is for creators.");
    case "not-found":
      throw notFound();
  }
}

export default function RepostProject() {
  const { projectId, title, files, draft } = useLoaderData<typeof loader>();
  const withFiles = files === 0 ? "" : files === 1 ? " with its reference" : ` with its ${files} references`;
  return (
    <div className="narrow stack">
      <h1>Post “{title}” again?</h1>
      <Card>
        {draft ? (
          <p>
            You have a draft{draft.title && ` called “${draft.title}”`} that is not posted yet. A copy of this
            project{withFiles} would take its place, and the draft would be lost.
          </p>
        ) : (
          <p>A copy{withFiles} becomes your draft. Nothing is posted until you have looked it over.</p>
        )}
        <div className="row">
          <Form>
            {draft && <input type="hidden" name="replacing" value={draft.key} />}
            <SubmitButton kind={draft ? "danger" : "primary"} pending="Copying...">
              {draft ? "Replace my draft" : "Copy into a draft"}
            </SubmitButton>
          </Form>
          <ButtonLink kind="secondary" to={draft ? paths.projectBrief() : paths.project(projectId)}>
            {draft ? "Keep my draft" : "Cancel"}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
