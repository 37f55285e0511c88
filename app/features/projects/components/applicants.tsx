import { MatchBadge } from "~/features/discovery/components/match-badge";
import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { useDates } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Form, type FormResult, fieldOf, fieldProps, TextArea } from "~/ui/form";
import { Badge, Button, ButtonLink, Card, Link, Pager, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { ApplicantView } from "../applicants.server";
import { type Folder, folderLabels, folders, keptWords, projectLimits } from "../project";
import type { ProjectView } from "../viewing.server";
import { ApplicationBadge } from "./project-parts";

interface ApplicantPage {
  folder: Folder;
  sort: "match" | "date";
  after: string | null;
  applicants: ApplicantView[];
  next: string | null;
}

/** For the owner, by folder, sorted and paged; all in the URL. */
export function ApplicantList({ project, page }: { project: ProjectView; page: ApplicantPage }) {
  const { counts } = project;
  const isRunning = project.status === "open" || project.status === "in_progress";
  const address = (query: { folder?: Folder; sort?: "match" | "date"; after?: string }) =>
    paths.project(project.id, { folder: page.folder, sort: page.sort, ...query });
  const kept = project.keptPending;
  const rest = counts.waiting + counts.shortlisted + counts.archived - (kept ?? 0);
  if (counts.total === 0) return <p>No applications yet</p>;
  return (
    <section aria-labelledby="applications" className="stack">
      <h2 id="applications">Applications ({counts.total})</h2>
      <Tabs
        label="Applications"
        items={folders.map((folder) => ({
          to: address({ folder }),
          label: `${folderLabels[folder]} (${folder === "all" ? counts.total - counts.archived : counts[folder]})`,
          current: folder === page.folder,
        }))}
      />
      <p>
        Sorted by {page.sort === "match" ? "match" : "date"}.{" "}
        <Link to={address({ sort: page.sort === "match" ? "date" : "match" })} preventScrollReset>
          Sort by {page.sort === "match" ? "date" : "match"}
        </Link>
      </p>
      {page.applicants.length === 0 ? (
        <p className="muted">No applications here.</p>
      ) : (
        <ul className="stack">
          {page.applicants.map((applicant) => (
            <ApplicantCard
              key={applicant.contributorId}
              projectId={project.id}
              applicant={applicant}
              canDecide={isRunning}
              canTakeBack={project.status === "open"}
              back={address({ after: page.after ?? undefined })}
            />
          ))}
        </ul>
      )}
      <Pager label="More applications" next={page.next ? address({ after: page.next }) : undefined} />
      {page.applicants.filter(({ isAvailable }) => isAvailable).length > 1 && (
        <form id="compare" method="get" action={paths.compareApplicants(project.id)}>
          <Button kind="secondary">Compare up to three</Button>
        </form>
      )}
      {isRunning && rest > 1 && (
        <details>
          <summary className="btn btn-quiet btn-small">Decline the rest ({rest})</summary>
          <Form action={paths.projectStatus(project.id)} className="stack pt-2">
            <input type="hidden" name="upTo" value={project.newestPending ?? ""} />
            <p>
              This declines everyone who's still pending, including people you shortlisted or archived, and
              lets them know. Anyone who applied after you opened this page stays pending.
              {kept !== 0 && ` ${keptWords(kept)}`}
            </p>
            <TextArea
              label="Note to everyone you decline"
              showOptional
              name="note"
              id="decline-rest"
              rows={2}
              limit={projectLimits.declineNote}
            />
            <div>
              <SubmitButton name="intent" value="decline-rest" kind="danger" small pending="Declining...">
                Decline the rest
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </section>
  );
}

/** In the owner's list. `back` is the list's own address. */
function ApplicantCard({
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

/** The card of someone who is suspended, or hidden by an admin. */
function UnavailableCard({ applicant }: { applicant: ApplicantView }) {
  const { status, appliedAt, privateNote } = applicant;
  return (
    <Card as="li">
      <h3>Application unavailable</h3>
      <p className="row">
        <ApplicationBadge status={status} /> <Badge tone="neutral">Unavailable</Badge>{" "}
        <span className="muted">
          Applied <Time at={appliedAt} as="inText" />
        </span>
      </p>
      <p className="muted">
        We've kept this application and will show it here if it becomes available again.
      </p>
      {privateNote && (
        <p className="muted">
          Your note: <span className="whitespace-pre-line">{privateNote}</span>
        </p>
      )}
    </Card>
  );
}

export function ApplicationState({ applicant }: { applicant: ApplicantView }) {
  const { formatWait } = useDates();
  const { status, stage, appliedAt } = applicant;
  return (
    <p className="row">
      <ApplicationBadge status={status} />{" "}
      {stage === "shortlisted" && <Badge tone="info">{folderLabels.shortlisted}</Badge>}{" "}
      <span className="muted">
        Applied <Time at={appliedAt} as="inText" />
        {status === "pending" && ` · waiting on you for ${formatWait(appliedAt)}`}
      </span>
    </p>
  );
}

export function PortfolioLink({ href, name }: { href: string; name: string }) {
  return (
    <ExternalLink href={href} about={`for ${name}`}>
      View Portfolio
    </ExternalLink>
  );
}

/** Accept, decline, shortlist and archive, or take a decline back. `back` is where to return to. */
export function DecideForms({
  projectId,
  applicant: { contributorId, name, status, stage },
  canDecide,
  canTakeBack,
  back,
  kind = "primary",
  result,
}: {
  projectId: string;
  applicant: Pick<ApplicantView, "contributorId" | "name" | "status" | "stage">;
  canDecide: boolean;
  canTakeBack: boolean;
  back: string;
  /** The kind of the Accept button. In a list, it isn't the page's main action. */
  kind?: "primary" | "secondary";
  /** Holds a refused note. */
  result?: FormResult;
}) {
  const note = fieldOf(
    `decline-${contributorId}`,
    result?.initialValue?.intent === "decline" ? result : undefined,
    "note",
  );
  const action = paths.applicant(projectId, contributorId);
  const hiddenName = <span className="visually-hidden"> {name}</span>;
  if (status === "declined" && canTakeBack)
    return (
      <Form action={action}>
        <input type="hidden" name="back" value={back} />
        <SubmitButton name="intent" value="take-back" kind="secondary" small pending="Undoing...">
          Undo decline<span className="visually-hidden"> of {name}</span>
        </SubmitButton>
      </Form>
    );
  if (status !== "pending") return null;
  return (
    <>
      <Form action={action} className="row">
        <input type="hidden" name="back" value={back} />
        {canDecide && (
          <SubmitButton name="intent" value="accept" kind={kind} small pending="Accepting...">
            Accept{hiddenName}
          </SubmitButton>
        )}
        {stage !== "shortlisted" && (
          <SubmitButton name="intent" value="shortlist" kind="quiet" small pending="Saving...">
            Shortlist{hiddenName}
          </SubmitButton>
        )}
        {stage !== "archived" && (
          <SubmitButton name="intent" value="archive" kind="quiet" small pending="Saving...">
            Archive{hiddenName}
          </SubmitButton>
        )}
        {stage !== "new" && (
          <SubmitButton name="intent" value="restore" kind="quiet" small pending="Saving...">
            Move back to New{hiddenName}
          </SubmitButton>
        )}
      </Form>
      {canDecide && (
        <details open={note.errors !== undefined}>
          <summary className="btn btn-quiet btn-small">Decline{hiddenName}</summary>
          <Form action={action} className="stack pt-2">
            <input type="hidden" name="back" value={back} />
            <TextArea
              label="Note to the applicant"
              showOptional
              rows={2}
              limit={projectLimits.declineNote}
              {...fieldProps(note)}
            />
            <div>
              <SubmitButton name="intent" value="decline" kind="danger" small pending="Declining...">
                Decline{hiddenName}
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </>
  );
}

export function PrivateNoteForm({
  projectId,
  applicant: { contributorId, privateNote },
  result,
}: {
  projectId: string;
  applicant: Pick<ApplicantView, "contributorId" | "privateNote">;
  result?: FormResult;
}) {
  const refused = result?.initialValue?.intent === "note" ? result : { initialValue: { privateNote } };
  return (
    <Card title="Private note">
      <Form action={paths.applicant(projectId, contributorId)} className="stack">
        <TextArea
          label="Only you can see this"
          rows={3}
          limit={projectLimits.privateNote}
          {...fieldProps(fieldOf("applicant", refused, "privateNote"))}
        />
        <div>
          <SubmitButton name="intent" value="note" kind="secondary" small pending="Saving...">
            Save note
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
