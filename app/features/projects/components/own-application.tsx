import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useDates } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import type { OwnApplication as OwnApplicationView } from "../viewing.server";
import { Answers } from "./answers";
import { ApplicationBadge } from "./status-badges";

/** What the viewer has sent, and how it stands. */
export function OwnApplication({
  application,
  questions,
}: {
  application: OwnApplicationView;
  questions: string[];
}) {
  const { formatWait } = useDates();
  const { status, appliedAt, declineNote } = application;
  return (
    <Card title="Your application">
      <p className="row">
        <ApplicationBadge status={status} /> Already applied{" "}
        <span className="muted">
          on <Time at={appliedAt} as="date" />
          {status === "pending" && `, waiting for ${formatWait(appliedAt)}`}
        </span>
      </p>
      {declineNote && <blockquote className="whitespace-pre-line">{declineNote}</blockquote>}
      <p className="whitespace-pre-line">{application.note}</p>
      <Answers questions={questions} answers={application.answers} />
      <SampleStrip samples={application.samples} most={5} of="yours, sent with it" />
      {application.portfolioLink && (
        <p>
          <ExternalLink href={application.portfolioLink}>{application.portfolioLink}</ExternalLink>
        </p>
      )}
      {status === "pending" && (
        <details>
          <summary className="btn btn-quiet btn-small">Withdraw</summary>
          <Form className="stack pt-2">
            <p>You cannot apply for this project again.</p>
            <div>
              <SubmitButton name="intent" value="withdraw" kind="danger" small pending="Withdrawing...">
                Withdraw my application
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </Card>
  );
}
