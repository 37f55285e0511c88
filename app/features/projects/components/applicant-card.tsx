import { MatchBadge } from "~/features/discovery/components/match-badge";
import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { useDates } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { ApplicantView } from "../applicants.server";
import { DecideForms } from "./decide-forms";
import { ApplicationBadge } from "./status-badges";

/** In the owner's list. `back` is the list's own address. */
export function ApplicantCard({
  projectId,
  applicant,
  canDecide,
  canTakeBack,
  back,
}: {
  projectId: string;
  applicant: ApplicantView;
  canDecide: boolean;
  canTakeBack: boolean;
  back: string;
}) {
  if (!applicant.isAvailable) return <UnavailableCard applicant={applicant} />;
  const { contributorId, name } = applicant;
  const address = paths.applicant(projectId, contributorId);
  return (
    <Card as="li">
      <div className="row">
        <Avatar name={name} src={applicant.avatarUrl} size="medium" />
        <div>
          <h3>
            <Link to={address}>{name}</Link>
          </h3>
          <ApplicationState applicant={applicant} />
        </div>
      </div>
      {applicant.match && <MatchBadge match={applicant.match} />}
      {!applicant.hasLeft && (
        <p className="muted">
          {[availabilityLabels[applicant.availability as Availability], applicant.priceRange]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      <p className="whitespace-pre-line">{applicant.note}</p>
      <SampleStrip samples={applicant.samples} of={name} />
      {applicant.privateNote && (
        <p className="muted">
          Your note: <span className="whitespace-pre-line">{applicant.privateNote}</span>
        </p>
      )}
      <div className="row">
        {applicant.portfolioLink && <PortfolioLink href={applicant.portfolioLink} name={name} />}
        {!applicant.hasLeft && (
          <ButtonLink to={paths.newMessage({ to: contributorId })} kind="secondary" small>
            Message<span className="visually-hidden"> {name}</span>
          </ButtonLink>
        )}
        <label className="check">
          <input type="checkbox" form="compare" name="with" value={contributorId} />
          Compare<span className="visually-hidden"> {name}</span>
        </label>
      </div>
      <DecideForms
        projectId={projectId}
        applicant={applicant}
        canDecide={canDecide && !applicant.hasLeft}
        canTakeBack={canTakeBack && !applicant.hasLeft}
        back={back}
        kind="secondary"
      />
    </Card>
  );
}

/** Of someone suspended, or hidden by an admin. */
function UnavailableCard({ applicant }: { applicant: ApplicantView }) {
  const { status, appliedAt, privateNote } = applicant;
  return (
    <Card as="li">
      <h3>An application that is not available</h3>
      <p className="row">
        <ApplicationBadge status={status} /> <Badge tone="neutral">Not available</Badge>{" "}
        <span className="muted">
          Applied <Time at={appliedAt} as="inText" />
        </span>
      </p>
      <p className="muted">We keep it, and show it here if it becomes available again.</p>
      {privateNote && (
        <p className="muted">
          Your note: <span className="whitespace-pre-line">{privateNote}</span>
        </p>
      )}
    </Card>
  );
}

/** Status, when, and whose turn it is. */
export function ApplicationState({ applicant }: { applicant: ApplicantView }) {
  const { formatWait } = useDates();
  const { status, stage, appliedAt } = applicant;
  return (
    <p className="row">
      <ApplicationBadge status={status} /> {stage === "shortlisted" && <Badge tone="info">Shortlist</Badge>}{" "}
      <span className="muted">
        Applied <Time at={appliedAt} as="inText" />
        {status === "pending" && ` · your turn, waiting for ${formatWait(appliedAt)}`}
      </span>
    </p>
  );
}

export function PortfolioLink({ href, name }: { href: string; name: string }) {
  return (
    <ExternalLink href={href} about={`of ${name}`}>
      View Portfolio
    </ExternalLink>
  );
}
