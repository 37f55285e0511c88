import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { CutPair } from "~/features/catalog/components/stills";
import { listCatalog } from "~/features/catalog/reading.server";
import { rejectedWords } from "~/features/profiles/review-words";
import { listAvailable } from "~/features/projects/browsing.server";
import {
  InvitationList,
  ProjectFilters,
  ProjectList,
  StatusTabs,
} from "~/features/projects/components/project-list";
import { listApplications, listOwnProjects } from "~/features/projects/own-lists.server";
import { applyOnceApproved } from "~/features/projects/project";
import {
  filterParts,
  filterQuery,
  isFiltered,
  type ProjectFilter,
  readFilter,
} from "~/features/projects/project-filter";
import { type ContributorStatus, isApproved, isRejected } from "~/features/visibility/standing";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/projects-page.css?url";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";
import { Tabs } from "~/ui/tabs";

const viewTitles = { own: "My Projects", available: "Available Projects", applications: "My Applications" };

export const meta = pageTitle<typeof loader>(({ view }) =>
  view === "guest" || view === "newcomer" ? "Projects" : viewTitles[view],
);

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  if (!actor.userType) return { view: "newcomer" as const };
  const query = new URL(args.request.url).searchParams;
  const filter = readFilter(query);
  const after = query.get("after");
  const page = { filter, isFirst: !after };
  if (!isContributor(actor)) {
    const [list, { services, tools, budgetTypes, byId }] = await Promise.all([
      listOwnProjects(actor, filter, after),
      listCatalog(),
    ]);
    const choices = { services: named(services), tools: named(tools), budgetTypes };
    return { view: "own" as const, ...page, ...list, choices, parts: filterParts(filter, byId) };
  }
  const wantsApplications = query.get("view") === "applications";
  const isOver = filter.status !== null && filter.status !== "open";
  const [list, { services, tools, budgetTypes, byId }] = await Promise.all([
    wantsApplications || isOver
      ? listApplications(actor, filter, after)
      : listAvailable(actor, filter, after),
    listCatalog(),
  ]);
  // Contributors see only projects that need one of their services, so filters for other services would find nothing.
  const serviceIds = list.serviceIds ?? [];
  const own = services.filter(({ id }) => serviceIds.length === 0 || serviceIds.includes(id));
  return {
    view: wantsApplications ? ("applications" as const) : ("available" as const),
    ...page,
    ...list,
    invitations: list.invitations ?? [],
    status: actor.contributorStatus,
    parts: filterParts(filter, byId),
    choices: { services: named(own), tools: named(tools), budgetTypes },
  };
}

const named = (entries: readonly { id: number; name: string }[]) =>
  entries.map(({ id, name }) => ({ id, name }));

export default function Projects() {
  const page = useLoaderData<typeof loader>();
  if (page.view === "guest" || page.view === "newcomer")
    return (
      <div className="stack">
        <h1>Projects</h1>
        {page.view === "guest" ? (
          <EmptyState
            title="Projects looking for people"
            picture={<CutPair styles={["Raw/Unfiltered", "Cinematic"]} />}
            action={<ButtonLink to={paths.login({ redirectTo: page.place })}>Log In / Sign Up</ButtonLink>}
          >
            Please log in to view projects.
          </EmptyState>
        ) : (
          <EmptyState
            title="Build your profile first"
            picture={<CutPair styles={["Raw/Unfiltered", "Cinematic"]} />}
            action={<ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>}
          >
            Creators post projects here. Contributors find projects that match their skills.
          </EmptyState>
        )}
      </div>
    );
  const { filter } = page;
  const view = page.view === "applications" ? page.view : undefined;
  const at = (after: string | null) =>
    after === null ? undefined : paths.projects({ view, ...filterQuery(filter), after });
  return (
    <div className="stack projects-page">
      <PhoneBackLink to={paths.dashboard()}>My Dashboard</PhoneBackLink>
      {page.view === "own" ? (
        <>
          <div className="row projects-head">
            <h1>{viewTitles.own}</h1>
            <p className="muted">Manage your posted projects and find service providers.</p>
            <ButtonLink to={paths.projectBrief()}>Post a Project Brief</ButtonLink>
          </div>
          <StatusTabs filter={filter} />
        </>
      ) : (
        <>
          <AvailableHead view={page.view} status={page.status} />
          <InvitationList invitations={page.invitations} />
        </>
      )}
      <ProjectFilters
        filter={filter}
        parts={page.parts}
        view={view}
        choices={page.choices}
        withStatus={page.view !== "own"}
        saveTo={page.view === "available" && canBeSaved(filter) ? saveTo(filter) : undefined}
      />
      <ProjectList
        kind={page.view}
        projects={page.projects}
        isFiltered={isFiltered(filter)}
        first={page.isFirst ? undefined : paths.projects({ view, ...filterQuery(filter) })}
        next={at(page.next)}
        older={at(page.older)}
      />
    </div>
  );
}

/** Saved searches find only open projects. */
const canBeSaved = (filter: ProjectFilter) =>
  isFiltered({ ...filter, status: null }) && (filter.status === null || filter.status === "open");
const saveTo = (filter: ProjectFilter) =>
  paths.newSearch("projects", filterQuery({ ...filter, status: null }));

function AvailableHead({ view, status }: { view: "available" | "applications"; status: ContributorStatus }) {
  return (
    <>
      <div className="row projects-head">
        <h1>{viewTitles[view]}</h1>
        <p className="muted">Browse and apply for projects that match your skills.</p>
      </div>
      {!isApproved(status) && (
        <p role="note" className="notice tone-warning">
          {applyOnceApproved}. {isRejected(status) && rejectedWords}
        </p>
      )}
      <Tabs
        label="Show"
        items={[
          { to: paths.projects(), label: "Available", current: view === "available" },
          {
            to: paths.projects({ view: "applications" }),
            label: "My applications",
            current: view === "applications",
          },
        ]}
      />
    </>
  );
}

export const ErrorBoundary = failurePage(
  "Failed to load projects. Please try again later.",
  "Error loading projects: There was a problem loading your projects. Please try again.",
);
