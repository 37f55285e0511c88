import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PriceText } from "~/features/catalog/components/price-text";
import { MatchReasons } from "~/features/discovery/components/match-score";
import { bandOf } from "~/features/discovery/score";
import { Frame } from "~/features/media/components/frame";
import { titleOfFile } from "~/features/media/file-name";
import { leadOf } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { formatPlainDate } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ReplyFigures } from "../applicants.server";
import type { ProjectView } from "../viewing.server";
import { BriefFiles } from "./brief-files";
import { budgetLine } from "./project-parts";

/** What a project's page and a draft's preview have in common. */
export type BriefView = Omit<
  ProjectView,
  | ("id" | "isHidden" | "isOwn" | "questionsVersion" | "application" | "invitation")
  | ("counts" | "newestPending" | "keptPending" | "posts")
>;

export function PostedBy({ project: { creator, createdAt } }: { project: BriefView }) {
  return (
    <p className="posted-by">
      <Avatar name={creator.name} src={creator.avatarUrl} size="small" />
      <span>
        Posted by{" "}
        {creator.hasLeft ? creator.name : <Link to={paths.profile(creator.id)}>{creator.name}</Link>},{" "}
        <Time at={createdAt} as="date" />
      </span>
    </p>
  );
}

/** Same widths as in project.css. */
const stripWidth = "300px";
const onlyWidth = "(min-width: 48rem) 455px, 326px";

/** The project's pictures in one row. Each opens the viewer. */
function References({ project: { files } }: { project: BriefView }) {
  const { pathname } = useLocation();
  const pictures = files.filter(({ picture }) => picture);
  if (pictures.length === 0) return null;
  return (
    <ul className="strip references" aria-label="References">
      {pictures.map((file, index) => (
        <li key={file.id}>
          <Frame
            id={`file-${file.id}`}
            to={paths.view("reference", file.mediaId, { from: `${pathname}#file-${file.id}` })}
            title={titleOfFile(file.name) || `File ${index + 1}`}
            picture={file.picture}
            sizes={pictures.length === 1 ? onlyWidth : stripWidth}
            isFirst={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * The brief: its pictures, its description with the facts that people compare first next to it, and then the rest.
 * @param children what the reader can do, shown under the facts
 * @param main shown below the brief
 */
export function ProjectBrief({
  project,
  replies,
  children,
  main,
}: {
  project: BriefView;
  replies?: ReactNode;
  children?: ReactNode;
  main?: ReactNode;
}) {
  const { match, description, deliverables, budgetType, amount, budgetDetails, brandLink, files } = project;
  const rest = files.filter(({ picture }) => !picture);
  const { lead, rest: more } = leadOf(description);
  return (
    <>
      <References project={project} />
      <div className="brief-columns">
        {description && <p className="lead">{lead}</p>}
        <aside className="brief-panel" aria-label="Terms">
          <p className="money">{budgetLine(project) || budgetType || "Budget not decided yet"}</p>
          <dl className="project-terms">
            <Fact
              label="Start date"
              text={project.startDate ? formatPlainDate(project.startDate) : unspecified}
            />
            <Fact label="Timeline" text={project.timeline || unspecified} />
            <Fact label="Project type" text={project.isOngoing ? "Ongoing" : "One-time"} />
            {match && (
              <Fact label="Your match">
                <span className={`score b${bandOf(match.percent)}`}>
                  {match.percent}% <small>match</small>
                </span>
              </Fact>
            )}
            {budgetType && <Fact label="Budget type" text={budgetType} />}
            {(amount || budgetDetails) && (
              <Fact label="Budget details">
                <PriceText price={{ amount, note: budgetDetails }} />
              </Fact>
            )}
            {brandLink && (
              <Fact label="Brand or content">
                <ExternalLink href={brandLink}>{brandLink}</ExternalLink>
              </Fact>
            )}
            {project.takesApplications && project.expiresAt && (
              <Fact label="Open until">
                <Time at={project.expiresAt} as="date" />
              </Fact>
            )}
          </dl>
          {replies}
          {children}
        </aside>
        <div>
          {description && <p className="whitespace-pre-line">{more}</p>}
          {match && <MatchReasons match={match} />}
          {deliverables && (
            <section className="part">
              <h2>Deliverables</h2>
              <p className="whitespace-pre-line">{deliverables}</p>
            </section>
          )}
          <Names label="Services needed" names={project.services} />
          <div className="brief-lists">
            <Names label="Tools required" names={project.tools} />
            <Names label="Visual style" names={project.visualStyles} />
          </div>
          {rest.length > 0 && (
            <section className="part">
              <h2>More references</h2>
              <BriefFiles files={rest} />
            </section>
          )}
          {main}
        </div>
      </div>
    </>
  );
}

const unspecified = "Not specified";

function Names({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="part">
      <h2>{label}</h2>
      <ChipList names={names} />
    </section>
  );
}

function Fact({ label, text = "", children }: { label: string; text?: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="whitespace-pre-line">{children ?? text}</dd>
    </div>
  );
}

/** How quickly the creator decides. Shows nothing without figures. */
export function ReplyClock({ name, figures }: { name: string; figures: ReplyFigures | null }) {
  if (!figures) return null;
  const { answered, waiting, unanswered, medianHours } = figures;
  return (
    <p className="muted">
      Applications to {name}: {answered} decided, {waiting} waiting
      {unanswered > 0 && `, ${unanswered} undecided when the project closed`}. Half of their recent decisions
      came within {durationWords(medianHours)}.
    </p>
  );
}

function durationWords(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours <= 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}
