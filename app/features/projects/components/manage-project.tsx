import { LimitNotice } from "~/features/plans/components/limit-notice";
import { planLabels, plansWithProFeatures, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import type { OpeningView } from "../closing.server";
import type { ProjectView } from "../viewing.server";

/**
 * The owner's acts, each only where it makes sense. `canPost`: they are still a creator. `asksExtend`: the mail about its
 * expiry led here.
 */
export function ManageProject({
  project,
  canPost,
  asksExtend,
  opening,
}: {
  project: ProjectView;
  canPost: boolean;
  asksExtend: boolean;
  opening: OpeningView | null;
}) {
  const { status, isExpired } = project;
  const isRunning = status === "open" || status === "in_progress";
  return (
    <Card title="Manage">
      <Expiry project={project} canExtend={!opening?.isFull} />
      {!canPost && <p className="muted">Only creators can reopen projects or post them again.</p>}
      <Form action={paths.projectStatus(project.id)} className="row">
        {canPost && isRunning && project.expiresAt && !opening?.isFull && (
          <SubmitButton
            name="intent"
            value="extend"
            kind={asksExtend || isExpired ? "primary" : "secondary"}
            small
            pending="Extending..."
          >
            Extend
          </SubmitButton>
        )}
        {status === "in_progress" && (
          <SubmitButton name="intent" value="complete" kind="secondary" small pending="Completing...">
            Mark as completed
          </SubmitButton>
        )}
        {canPost && !isRunning && !opening?.isFull && (
          <SubmitButton name="intent" value="reopen" kind="secondary" small pending="Reopening...">
            Reopen
          </SubmitButton>
        )}
      </Form>
      {opening?.isFull === false && <p className="hint">{opening.words}</p>}
      {opening?.isFull && (
        <LimitNotice title="Project Limit Reached" continueTo={paths.projects()}>
          {opening.words}
        </LimitNotice>
      )}
      <div className="row">
        {isRunning && (
          <ButtonLink to={paths.editProject(project.id)} kind="secondary" small>
            Edit
          </ButtonLink>
        )}
        {isRunning && (
          <ButtonLink to={paths.briefFiles({ project: project.id })} kind="secondary" small>
            References ({project.files.length})
          </ButtonLink>
        )}
        {canPost && (
          <Form action={paths.repostProject(project.id)}>
            <SubmitButton kind="secondary" small pending="Copying...">
              Post again as a copy
            </SubmitButton>
          </Form>
        )}
      </div>
      {isRunning && (
        <details>
          <summary className="btn btn-quiet btn-small">Cancel the project</summary>
          <Form action={paths.projectStatus(project.id)} className="stack pt-2">
            <p>Everybody whose application is pending or accepted is told. You can reopen it later.</p>
            <div>
              <SubmitButton name="intent" value="cancel" kind="danger" small pending="Canceling...">
                Cancel this project
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </Card>
  );
}

function Expiry({
  project: { status, isExpired, expiresAt },
  canExtend,
}: {
  project: ProjectView;
  canExtend: boolean;
}) {
  if (!expiresAt || (status !== "open" && status !== "in_progress")) return null;
  return (
    <p>
      {isExpired ? "Expired on" : "Expires on"} <Time at={expiresAt} as="date" />.{" "}
      <span className="muted">
        {canExtend
          ? `Extending gives it the plan's whole time again: ${postDays.free} days on ${planLabels.free}, ${postDays.pay_per_post} on ${planLabels.pay_per_post}, no end on ${plansWithProFeatures}.`
          : "It can be extended once your plan has room for it."}
      </span>
    </p>
  );
}
