import type { ReactNode } from "react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Link } from "~/ui/link";
import type { ApplicantView } from "../applicants.server";
import { ApplicationState, PortfolioLink } from "./applicant-card";

/** Up to three applicants side by side, question by question. */
export function CompareTable({
  projectId,
  questions,
  applicants,
}: {
  projectId: string;
  questions: string[];
  applicants: ApplicantView[];
}) {
  const rows: [string, (applicant: ApplicantView) => ReactNode][] = [
    ["Status", (applicant) => <ApplicationState applicant={applicant} />],
    ["Match", ({ match }) => (match ? <MatchBadge match={match} /> : "Too little to compare")],
    ["Price", ({ priceRange }) => priceRange || "Not specified"],
    ["Availability", ({ availability }) => availabilityLabels[availability as Availability]],
    ["Services", ({ services }) => services.join(", ")],
    [
      "Portfolio",
      ({ portfolioLink, name }) =>
        portfolioLink ? <PortfolioLink href={portfolioLink} name={name} /> : "No link given",
    ],
    ["Note", ({ note }) => note],
    ...questions.map((question, index): [string, (applicant: ApplicantView) => ReactNode] => [
      question,
      ({ answers }) => answers[index] ?? "Not answered",
    ]),
    ["Your private note", ({ privateNote }) => privateNote || "None"],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label="Comparison" tabIndex={0}>
      <table className="compare">
        <thead>
          <tr>
            <td />
            {applicants.map(({ contributorId, name }) => (
              <th key={contributorId} scope="col">
                <Link to={paths.applicant(projectId, contributorId)}>{name}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cellOf], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be equal, and rows never move
            <tr key={index}>
              <th scope="row">{label}</th>
              {applicants.map((applicant) => (
                <td key={applicant.contributorId} className="whitespace-pre-line">
                  {cellOf(applicant)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
