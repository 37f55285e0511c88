import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import type { FormResult } from "~/ui/form-fields";
import type { ProjectView } from "../viewing.server";
import { ApplyForm } from "./apply-form";
import type { NamableSample } from "./name-samples";
import { OwnApplication } from "./own-application";

/** For everyone but the owner. `standing`: contributors who are not approved are waiting. */
export function VisitorPart({
  project,
  standing,
  ownSamples,
  result,
}: {
  project: ProjectView;
  standing: "creator" | "can-apply" | "waiting";
  /** To be named, if the viewer may apply. */
  ownSamples: NamableSample[];
  result?: FormResult;
}) {
  if (project.application)
    return <OwnApplication application={project.application} questions={project.questions} />;
  if (!project.takesApplications) return <p>This project is no longer accepting applications</p>;
  if (standing === "creator") return null;
  if (standing === "waiting")
    return (
      <Card title="You can apply once your profile is approved">
        <p>Approval usually takes 1-2 business days.</p>
        <ButtonLink to={paths.dashboard()} kind="secondary">
          Go to your dashboard
        </ButtonLink>
      </Card>
    );
  return (
    <>
      {project.invitation && !project.invitation.isDeclined && (
        <Invitation name={project.creator.name} note={project.invitation.note} />
      )}
      <p>
        <a href="#apply" className="btn btn-secondary">
          Apply for this Project
        </a>
      </p>
      <ApplyForm project={project} samples={ownSamples} result={result} />
    </>
  );
}

function Invitation({ name, note }: { name: string; note: string }) {
  return (
    <Card title={`${name} invites you to apply`}>
      {note && <blockquote className="whitespace-pre-line">{note}</blockquote>}
      <Form>
        <SubmitButton name="intent" value="decline-invitation" kind="quiet" small pending="Declining...">
          Decline the invitation
        </SubmitButton>
      </Form>
    </Card>
  );
}
