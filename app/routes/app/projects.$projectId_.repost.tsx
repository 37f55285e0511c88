import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { goBackAndRetry, reloadAndRetry } from "~/failure-words";
import { copyBrief, findBrief, findForCopy, isDraftBlank } from "~/features/projects/attaching.server";
import { idField } from "~/fields.schema";
import { forbidden, notFound, orNotFound, pressed } from "~/http/form.server";
import { creatorsOnly, idParam, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ title }) => `Copy “${title}” to a new draft`);

export const handle: RouteHandle = { pageFailure: "We couldn't copy this project" };

/** `replacing` is the draft that the person has agreed to replace. */
const schema = z.object({ replacing: idField(reloadAndRetry).optional() });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const [copied, draft] = await Promise.all([findForCopy(actor, projectId), findBrief(actor)]);
  return {
    projectId,
    ...orNotFound(copied),
    draft: draft && !isDraftBlank(draft) ? { key: draft.key, title: draft.typed.title } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, schema);
  const projectId = idParam(args, "projectId");
  const { replacing } = pressed(form, "We couldn't copy this project", goBackAndRetry);
  const copied = await copyBrief(actor, projectId, replacing ?? null);
  if (copied.ok) {
    return redirectWithFlash(paths.projectBrief(), {
      title: "Copied to a new draft",
      text: "Look it over, then post it.",
    });
  }
  switch (copied.refused) {
    case "has-draft":
      return redirect(paths.repostProject(projectId), 303);
    case "not-creator":
      throw forbidden(creatorsOnly);
    case "not-found":
      throw notFound();
  }
}

export default function RepostProject() {
  const { projectId, title, files, draft } = useLoaderData<typeof loader>();
  const withFiles = files === 0 ? "" : files === 1 ? " with its reference" : ` with its ${files} references`;
  return (
    <div className="narrow stack">
      <h1>Copy “{title}” to a new draft?</h1>
      <Section>
        {draft ? (
          <p>
            You already have a draft{draft.title && ` called “${draft.title}”`}. Copying this project
            {withFiles} replaces it, and you'll lose the draft and its references.
          </p>
        ) : (
          <p>We'll copy this project{withFiles} to a draft. Nothing is posted until you post it.</p>
        )}
        <Form className="row">
          {draft && <input type="hidden" name="replacing" value={draft.key} />}
          <SubmitButton kind={draft ? "danger" : "primary"} pending="Copying...">
            {draft ? "Replace draft" : "Copy to draft"}
          </SubmitButton>
          <ButtonLink kind="secondary" to={draft ? paths.projectBrief() : paths.project(projectId)}>
            {draft ? "Keep draft" : "Cancel"}
          </ButtonLink>
        </Form>
      </Section>
    </div>
  );
}
