import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import type { SampleView } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";

export interface VettingFact {
  contributorId: string;
  name: string;
  services: string[];
  portfolioUrl: string | null;
  submittedAt: string;
  status: "pending" | "approved" | "rejected";
  /** Latest first. */
  earlier: { at: string; reason: string }[];
  samples: SampleView[];
}

const badges = {
  pending: ["warning", "Pending"],
  approved: ["positive", "Approved"],
  rejected: ["negative", "Rejected"],
} as const;

export function VettingFacts({ person }: { person: VettingFact }) {
  const [tone, word] = badges[person.status];
  return (
    <div>
      <p className="row">
        <Link to={paths.profile(person.contributorId)}>{person.name}</Link> <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="muted">
        {person.services.length > 0 ? person.services.join(", ") : "No services chosen"} · submitted{" "}
        <Time at={person.submittedAt} as="inText" />
        {person.portfolioUrl && (
          <>
            {" · "}
            <a href={person.portfolioUrl} rel="noopener nofollow" target="_blank">
              Portfolio <span className="visually-hidden">of {person.name}, in a new tab</span>
            </a>
          </>
        )}
      </p>
      <SampleStrip samples={person.samples} of={person.name} />
      {person.earlier.length > 0 && (
        <ul>
          {person.earlier.map(({ at, reason }) => (
            <li key={at}>
              <span className="muted">
                Rejected on <Time at={at} as="date" />:
              </span>{" "}
              <q className="mail-text">{reason}</q>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
