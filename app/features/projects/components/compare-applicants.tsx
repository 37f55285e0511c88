import type { ReactNode } from "react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import type { SavingOffer } from "~/features/favorites/favorites";
import { SampleFigure } from "~/features/portfolio/components/sample-figure";
import type { SampleView } from "~/features/portfolio/sample";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { CompareTable } from "~/ui/compare-table";
import { Link } from "~/ui/parts";
import type { ApplicantView } from "../applicants.server";
import { ApplicationState, PortfolioLink } from "./applicants";

/** Up to three applicants side by side, question by question. `from` is the page's own address. */
export function CompareApplicants({
  projectId,
  questions,
  applicants,
  saving,
  from,
}: {
  projectId: string;
  questions: string[];
  applicants: ApplicantView[];
  saving: SavingOffer;
  from: string;
}) {
  const rows: [string, (applicant: ApplicantView) => ReactNode][] = [
    ["Status", (applicant) => <ApplicationState applicant={applicant} />],
    ["Match", ({ match }) => (match ? <MatchBadge match={match} /> : "Not enough to compare")],
    ["Price", ({ priceRange }) => priceRange || "Not specified"],
    ["Availability", ({ availability }) => availabilityLabels[availability as Availability]],
    ["Services", ({ services }) => services.join(", ")],
    ["Work", ({ samples, areNamed }) => <WorkToCompare samples={samples} areNamed={areNamed} />],
    [
      "Portfolio",
      ({ portfolioLink, name }) =>
        portfolioLink ? <PortfolioLink href={portfolioLink} name={name} /> : "No link",
    ],
    ["Note", ({ note }) => note],
    ...questions.map((question, index): [string, (applicant: ApplicantView) => ReactNode] => [
      question,
      ({ answers }) => answers[index] ?? "Not answered",
    ]),
    ["Your private note", ({ privateNote }) => privateNote || "None"],
    [
      "Favorites",
      ({ contributorId, name }) => (
        <FavoriteForm contributorId={contributorId} name={name} offer={saving} from={from} />
      ),
    ],
  ];
  return (
    <CompareTable
      items={applicants}
      keyOf={({ contributorId }) => contributorId}
      headOf={({ contributorId, name }) => <Link to={paths.applicant(projectId, contributorId)}>{name}</Link>}
      rows={rows}
    />
  );
}

function WorkToCompare({ samples, areNamed }: Pick<ApplicantView, "samples" | "areNamed">) {
  if (samples.length === 0) return "No samples";
  return (
    <>
      {!areNamed && <p className="hint">From their profile</p>}
      <ul className="stack whitespace-normal">
        {samples.map((sample) => (
          <li key={sample.id}>
            <SampleFigure sample={sample} />
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * The samples that an applicant names, or otherwise the first of their profile, large enough to decide by. Renders
 * nothing if there are none.
 */
export function NamedSamples({ samples, areNamed }: { samples: SampleView[]; areNamed: boolean }) {
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="named-work" className="stack">
      <h2 id="named-work" className="text-lg">
        {areNamed ? "Work sent with the application" : "Work on their profile"}
      </h2>
      <ul className="cards">
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <SampleFigure sample={sample} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
