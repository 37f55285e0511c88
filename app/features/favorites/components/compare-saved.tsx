import type { ReactNode } from "react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
} from "~/features/profiles/profile";
import { paths } from "~/paths";
import { CompareTable } from "~/ui/compare-table";
import { ExternalLink } from "~/ui/external-link";
import { Link } from "~/ui/parts";
import type { FavoriteView } from "../listing.server";

const rows: [string, (favorite: FavoriteView) => ReactNode][] = [
  ["Match", ({ match }) => (match ? <MatchBadge match={match} /> : "Too little to compare")],
  ["Price", ({ priceRange }) => priceRange || "Not specified"],
  ["Availability", ({ availability }) => availabilityLabels[availability as Availability]],
  [
    "Experience",
    ({ experienceLevel }) => experienceLabels[experienceLevel as ExperienceLevel] ?? "Not specified",
  ],
  ["Location", ({ location }) => location || "Not specified"],
  ["Services", ({ services }) => services.join(", ")],
  ["Tools", ({ tools }) => tools.join(", ")],
  [
    "Portfolio",
    ({ portfolioUrl, name }) =>
      portfolioUrl ? (
        <ExternalLink href={portfolioUrl} about={`of ${name}`}>
          View Portfolio
        </ExternalLink>
      ) : (
        "No link given"
      ),
  ],
  ["Your private note", ({ note }) => note || "None"],
  [
    "Next",
    ({ contributorId, name }) => (
      <>
        <Link to={paths.newMessage({ to: contributorId })}>
          Message<span className="visually-hidden"> {name}</span>
        </Link>{" "}
        <Link to={paths.invite(contributorId)}>
          Invite<span className="visually-hidden"> {name} to a project</span>
        </Link>
      </>
    ),
  ],
];

export function CompareSaved({ favorites }: { favorites: readonly FavoriteView[] }) {
  return (
    <CompareTable
      items={favorites}
      keyOf={({ contributorId }) => contributorId}
      headOf={({ contributorId, name }) => <Link to={paths.profile(contributorId)}>{name}</Link>}
      rows={rows}
    />
  );
}
