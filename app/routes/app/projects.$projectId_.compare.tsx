import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findChosen } from "~/features/projects/applicants.server";
import { CompareApplicants } from "~/features/projects/components/compare-applicants";
import { orNotFound } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { idParam, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { ButtonLink, EmptyState } from "~/ui/parts";

export const meta = pageTitle("Compare applicants");

const mostCompared = 3;

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const chosen = [...new Set(new URL(args.request.url).searchParams.getAll("with"))];
  return {
    ...orNotFound(await findChosen(actor, projectId, chosen.slice(0, mostCompared))),
    here: returnPathOf(args.request),
    isCut: chosen.length > mostCompared,
  };
}

export default function Compare() {
  const { project, applicants, saving, here, isCut } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <p>
        <ButtonLink to={paths.project(project.id)} kind="secondary" small>
          Back to {project.title}
        </ButtonLink>
      </p>
      <h1>Compare applicants</h1>
      {isCut && <p role="status">You can compare up to three people. These are the first three you chose.</p>}
      {applicants.length > 0 ? (
        <CompareApplicants
          projectId={project.id}
          questions={project.questions}
          applicants={applicants}
          saving={saving}
          from={here}
        />
      ) : (
        <EmptyState title="No one selected">
          Select up to three applicants in the project's list, then press Compare up to three.
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load these applications");
