import { mostPoints } from "~/features/discovery/score";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";
import { windowSize } from "../project";
import { type ListedProject, ProjectCard } from "./project-card";

type Kind = "own" | "available" | "applications";

/** `older`: where the search goes on after the projects that this page has looked at. */
export function ProjectList({
  kind,
  projects,
  isFiltered,
  first,
  next,
  older,
}: {
  kind: Kind;
  projects: ListedProject[];
  isFiltered: boolean;
  /** Unless this is it. */
  first?: string;
  next?: string;
  older?: string;
}) {
  const isSorted = kind === "available" && projects.some(({ match }) => match);
  return (
    <>
      {isSorted && (
        <p className="muted">
          Best matches first, among the newest {windowSize} that fit. Then come older ones.
          {projects.some(({ hasPriority }) => hasPriority) &&
            ` "Priority": its creator's plan or invitations move a brief up, by at most ${mostPoints} points that are not in its score.`}
        </p>
      )}
      {projects.length === 0 ? (
        <Nothing kind={kind} isFiltered={isFiltered} isFirst={!first} hasOlder={Boolean(next ?? older)} />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} isOwn={kind === "own"} />
          ))}
        </ul>
      )}
      {older && !next ? (
        <nav aria-label="Projects" className="row justify-between">
          {first && (
            <ButtonLink kind="secondary" to={first}>
              First page
            </ButtonLink>
          )}
          <ButtonLink kind="secondary" rel="next" to={older}>
            Search older projects
          </ButtonLink>
        </nav>
      ) : (
        <Pager label="Projects" first={first} next={next} />
      )}
    </>
  );
}

function Nothing({
  kind,
  isFiltered,
  isFirst,
  hasOlder,
}: {
  kind: Kind;
  isFiltered: boolean;
  isFirst: boolean;
  hasOlder: boolean;
}) {
  if (hasOlder)
    return (
      <EmptyState title="None of the newest fit">There are older projects that you can search.</EmptyState>
    );
  if (!isFirst) return <EmptyState title="No more projects">You have seen them all.</EmptyState>;
  if (isFiltered)
    return (
      <EmptyState
        title="No projects match these filters"
        action={
          <ButtonLink
            kind="secondary"
            to={paths.projects({ view: kind === "applications" ? kind : undefined })}
          >
            Clear filters
          </ButtonLink>
        }
      >
        Try fewer or other words.
      </EmptyState>
    );
  if (kind === "own")
    return (
      <EmptyState
        title="You haven't created any project briefs yet."
        action={<ButtonLink to={paths.projectBrief()}>Create Your First Project Brief</ButtonLink>}
      />
    );
  if (kind === "applications")
    return (
      <EmptyState
        title="You haven't applied to any projects yet."
        action={<ButtonLink to={paths.projects()}>See available projects</ButtonLink>}
      />
    );
  return (
    <EmptyState
      title="No projects available that match your skills."
      action={<ButtonLink to={paths.discover()}>Discover Creators</ButtonLink>}
    />
  );
}
