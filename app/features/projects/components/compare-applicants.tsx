import type { ReactNode } from "react";
import { bandOf } from "~/features/discovery/score";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import type { SavingOffer } from "~/features/favorites/favorites";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ApplicantView, DeskProject } from "../applicants.server";
import { type DeskPlace, queryOf } from "../desk";
import { isRunning } from "../project";
import { AskDialog, acceptWords } from "./applicant";
import { ApplicationBadge } from "./project-parts";

interface Comparison {
  project: DeskProject;
  /** The place in the list, with everyone who's selected. */
  place: DeskPlace;
  /** The URL of the comparison. */
  from: string;
}

/**
 * Up to three applicants side by side, question by question, each with Accept and Decline. Both lead back here.
 * @param accepting the applicant whose confirmation is open
 */
export function CompareApplicants({
  applicants,
  saving,
  accepting,
  ...comparison
}: Comparison & {
  applicants: ApplicantView[];
  saving: SavingOffer;
  accepting: string | null;
}) {
  const { project, from } = comparison;
  const asked = applicants.find(({ contributorId }) => contributorId === accepting);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className="side-by-side" aria-label="Comparison" tabIndex={0}>
        {applicants.map((applicant) => {
          const rows = rowsOf(project.questions, applicant);
          return (
            <article
              key={applicant.contributorId}
              aria-labelledby={`c-${applicant.contributorId}`}
              style={{ gridRow: `span ${rows.length + 3}` }}
            >
              <Head {...comparison} applicant={applicant} />
              <dl>
                {rows.map(([label, fact], index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the rows never move
                  <div key={index}>
                    <dt>{label}</dt>
                    <dd className="whitespace-pre-line">{fact}</dd>
                  </div>
                ))}
              </dl>
              <div className="row">
                <Decide {...comparison} applicant={applicant} />
                <FavoriteForm
                  contributorId={applicant.contributorId}
                  name={applicant.name}
                  offer={saving}
                  from={from}
                />
              </div>
            </article>
          );
        })}
      </section>
      {asked && canAccept(project, asked) && (
        <AskDialog
          title={`Accept ${asked.name}?`}
          words={acceptWords}
          closeTo={from}
          action={paths.applicant(project.id, asked.contributorId)}
          submit={["accept", "Accept", "Accepting..."]}
        >
          <input type="hidden" name="back" value={placeOf(from, asked)} />
        </AskDialog>
      )}
    </>
  );
}

/** The applicant's own place in the comparison, so that a decision leads back to it. */
const placeOf = (from: string, { contributorId }: ApplicantView) => `${from}#c-${contributorId}`;

const canAccept = (project: DeskProject, { status, hasLeft }: ApplicantView) =>
  isRunning(project) && !hasLeft && status === "pending";

function Head({
  project,
  place,
  applicant: { contributorId, name, avatarUrl, services, location, match, samples },
  from,
}: Comparison & { applicant: ApplicantView }) {
  return (
    <>
      <div className="film desk-work">
        {samples.length > 0 && (
          <ul className="frames" aria-label={`Work by ${name}`}>
            {samples.slice(0, 4).map((sample) => (
              <li key={sample.id}>
                <SampleFrame sample={sample} from={from} sizes="(min-width: 64rem) 380px, 75vw" />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="row-line">
        <Avatar name={name} src={avatarUrl} size="medium" />
        <div>
          <h2 id={`c-${contributorId}`} tabIndex={-1} className={headingFace(name)}>
            <Link to={paths.applicant(project.id, contributorId, queryOf(place))}>{name}</Link>
          </h2>
          <p className="hint">{[services.slice(0, 2).join(", "), location].filter(Boolean).join(" · ")}</p>
        </div>
        {match && (
          <strong className={`score b${bandOf(match.percent)}`}>
            {match.percent}%<span className="visually-hidden"> match</span>
          </strong>
        )}
      </div>
    </>
  );
}

function rowsOf(questions: string[], applicant: ApplicantView): [string, ReactNode][] {
  const { status, appliedAt, match, priceRange, availability, services, areNamed, samples } = applicant;
  const { portfolioLink, name, note, answers, privateNote } = applicant;
  const state = (
    <>
      <ApplicationBadge status={status} /> Applied <Time at={appliedAt} as="inText" />
    </>
  );
  const portfolio = portfolioLink ? (
    <ExternalLink href={portfolioLink} about={`of ${name}`}>
      View Portfolio
    </ExternalLink>
  ) : (
    "No link"
  );
  return [
    ["Status", state],
    ["Match", match ? match.reasons.join(" · ") : "Not enough to compare"],
    ["Price", priceRange || "Not specified"],
    ["Availability", availabilityLabels[availability as Availability]],
    ["Services", services.join(", ") || "None"],
    [
      "Work",
      samples.length === 0 ? "No samples" : areNamed ? "Sent with the application" : "From their profile",
    ],
    ["Portfolio", portfolio],
    ["Note", note],
    ...questions.map((question, index): [string, ReactNode] => [question, answers[index] ?? "Not answered"]),
    ["Your private note", privateNote || "None"],
  ];
}

/** Accept asks first, on this page. Decline acts right away. */
function Decide({ project, applicant, from }: Comparison & { applicant: ApplicantView }) {
  const { contributorId, name, announceAt, hasLeft } = applicant;
  const isPending = canAccept(project, applicant);
  if (!isPending && (!isRunning(project) || hasLeft || !announceAt)) return null;
  return (
    <>
      {isPending && (
        <ButtonLink kind="secondary" small to={`${from}&accept=${contributorId}`} preventScrollReset>
          Accept<span className="visually-hidden"> {name}</span>
        </ButtonLink>
      )}
      <Form action={paths.applicant(project.id, contributorId)}>
        <input type="hidden" name="back" value={placeOf(from, applicant)} />
        {isPending ? (
          <SubmitButton name="intent" value="decline" kind="secondary" small pending="Declining...">
            Decline<span className="visually-hidden"> {name}</span>
          </SubmitButton>
        ) : (
          <SubmitButton name="intent" value="take-back" kind="secondary" small pending="Undoing...">
            Undo decline<span className="visually-hidden"> of {name}</span>
          </SubmitButton>
        )}
      </Form>
    </>
  );
}
