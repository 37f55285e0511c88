import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import { shortList } from "~/ui/short-list";
import { Time } from "~/ui/time";
import type { Acquaintance } from "../acquainting.server";
import { workFrames } from "./acquaintance";

const firstOf = (name: string) => name.split(" ")[0] ?? name;

/** What a conversation shows of the other person. */
export type PersonAbout = Pick<
  Acquaintance,
  "name" | "role" | "services" | "priceRange" | "work" | "matchedAt" | "project" | "match" | "brief"
>;

/** How two people met, and what they share: 'You matched on Nov 19. You have Cinematic and Premiere Pro in common.' */
export function MetWords({ person: { matchedAt, match } }: { person: PersonAbout }) {
  const { styles = [], tools = [], services = [] } = match?.shared ?? {};
  const shared = [styles[0], tools[0], services[0]].filter(Boolean).slice(0, 2);
  if (!matchedAt) return null;
  return (
    <p className="hint met">
      You matched <Time at={matchedAt} as="inText" />.{" "}
      {shared.length > 0 && `You have ${shared.join(" and ")} in common.`}
    </p>
  );
}

/** The other person's work and terms, next to a conversation. */
export function AboutPerson({ person, from }: { person: PersonAbout; from: string }) {
  const { name, role, services, project, priceRange, brief } = person;
  const frames = workFrames(person, from, "18.75rem");
  const terms = role === "creator" ? brief?.budget : priceRange;
  const all: [label: string, fact: ReactNode][] = [
    ["Project", project && <Link to={paths.project(project.id)}>{project.title}</Link>],
    [role === "creator" ? "Looking for" : "Services", shortList(services)],
    [role === "creator" ? "Budget" : "Price", terms],
  ];
  const facts = all.filter(([, fact]) => fact);
  return (
    <>
      <h2>{frames.length > 0 ? `${firstOf(name)}'s work` : `About ${firstOf(name)}`}</h2>
      {frames.length > 0 && <div className="frames film">{frames}</div>}
      {facts.length > 0 ? (
        <dl className="facts">
          {facts.map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      ) : (
        frames.length === 0 && <p className="hint">No work or terms yet.</p>
      )}
    </>
  );
}
