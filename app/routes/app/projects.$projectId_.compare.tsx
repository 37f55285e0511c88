import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findChosen } from "~/features/projects/applicants.server";
import { CompareApplicants } from "~/features/projects/components/compare-applicants";
import { queryOf, readPlace } from "~/features/projects/desk";
import { orNotFound } from "~/http/form.server";
import { idParam, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/compare-page.css?url";
import { ComparedFirst, mostCompared } from "~/ui/comparing";
import { Icon } from "~/ui/icon";
import { EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ project }) => `Compare applicants for “${project.title}”`);

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const query = new URL(args.request.url).searchParams;
  // People who are selected stay selected.
  const place = readPlace(new URLSearchParams({ ticked: query.getAll("with").join() }));
  const chosen = place.ticked;
  return {
    ...orNotFound(await findChosen(actor, projectId, chosen.slice(0, mostCompared))),
    here: `${paths.compareApplicants(projectId)}?${new URLSearchParams(chosen.map((id) => ["with", id]))}`,
    place,
    accepting: query.get("accept"),
    isCut: chosen.length > mostCompared,
  };
}

export default function Compare() {
  const { project, applicants, saving, here, place, accepting, isCut } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <p className="page-back">
        <Link to={paths.project(project.id, queryOf(place))}>
          <Icon name="arrow-left" /> All applications
        </Link>{" "}
        <span className="hint cut1">{project.title}</span>
      </p>
      <h1>Compare applicants</h1>
      {isCut && <ComparedFirst />}
      {applicants.length > 0 ? (
        <CompareApplicants
          project={project}
          place={place}
          applicants={applicants}
          saving={saving}
          accepting={accepting}
          from={here}
        />
      ) : (
        <EmptyState title="No one selected">
          Select up to three applicants in the project's list to compare them.
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load these applications");
