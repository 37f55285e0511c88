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
import { isRunning } from "../project";
import { ApplicationBadge } from "./project-parts";

/**
 * Up to three applicants side by side, question by question, each with Accept and Decline. `from` is the URL of this
 * page.
 */
export function CompareApplicants({
  project,
  applicants,
  saving,
  from,
}: {
  project: DeskProject;
  applicants: ApplicantView[];
  saving: SavingOffer;
  from: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className="side-by-side" aria-label="Comparison" tabIndex={0}>
      {applicants.map((applicant) => {
        const rows = rowsOf(project.questions, applicant);
        return (
          <article
            key={applicant.contributorId}
            aria-labelledby={`c-${applicant.contributorId}`}
            style={{ gridRow: `span ${rows.length + 3}` }}
          >
            <Head project={project} applicant={applicant} from={from} />
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
              <Decide project={project} applicant={applicant} from={from} />
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
  );
}

function Head({
  project,
  applicant: { contributorId, name, avatarUrl, services, location, match, samples },
  from,
}: {
  project: DeskProject;
  applicant: ApplicantView;
  from: string;
}) {
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
          <h2 id={`c-${contributorId}`} className={headingFace(name)}>
            <Link to={paths.applicant(project.id, contributorId)}>{name}</Link>
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

/** Accept links to the applicant's page, which asks for confirmation. Decline acts right here. */
function Decide({
  project,
  applicant,
  from,
}: {
  project: DeskProject;
  applicant: ApplicantView;
  from: string;
}) {
  const { contributorId, name, status, announceAt, hasLeft } = applicant;
  const isPending = status === "pending";
  if (!isRunning(project) || hasLeft || !(isPending || announceAt)) return null;
  return (
    <>
      {isPending && (
        <ButtonLink kind="secondary" small to={paths.applicant(project.id, contributorId, { ask: "accept" })}>
          Accept<span className="visually-hidden"> {name}</span>
        </ButtonLink>
      )}
      <Form action={paths.applicant(project.id, contributorId)}>
        <input type="hidden" name="back" value={from} />
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
