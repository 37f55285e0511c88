import { paths } from "~/paths";
import { Button, SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import type { ApplicantView } from "../applicants.server";
import { type Folder, folderLabels, folders } from "../folders";
import { projectLimits } from "../project";
import type { ProjectView } from "../viewing.server";
import { ApplicantCard } from "./applicant-card";

export interface ApplicantPage {
  folder: Folder;
  sort: "match" | "date";
  after: string | null;
  applicants: ApplicantView[];
  next: string | null;
}

/** The owner's, by folder, sorted and paged; all in the URL. */
export function ApplicantList({ project, page }: { project: ProjectView; page: ApplicantPage }) {
  const { counts } = project;
  const isRunning = project.status === "open" || project.status === "in_progress";
  const address = (query: { folder?: Folder; sort?: "match" | "date"; after?: string }) =>
    paths.project(project.id, { folder: page.folder, sort: page.sort, ...query });
  const pending = counts.waiting + counts.shortlisted + counts.archived;
  if (counts.total === 0) return <p>No applications yet</p>;
  return (
    <section aria-labelledby="applications" className="stack">
      <h2 id="applications">Applications ({counts.total})</h2>
      <Tabs
        label="Applications"
        items={folders.map((folder) => ({
          to: address({ folder }),
          label: `${folderLabels[folder]} (${folder === "all" ? counts.total - counts.archived : counts[folder]})`,
          current: folder === page.folder,
        }))}
      />
      <p>
        Sorted by {page.sort === "match" ? "match" : "date"}.{" "}
        <Link to={address({ sort: page.sort === "match" ? "date" : "match" })} preventScrollReset>
          Sort by {page.sort === "match" ? "date" : "match"}
        </Link>
      </p>
      {page.applicants.length === 0 ? (
        <p className="muted">Nobody is in this folder.</p>
      ) : (
        <ul className="stack">
          {page.applicants.map((applicant) => (
            <ApplicantCard
              key={applicant.contributorId}
              projectId={project.id}
              applicant={applicant}
              canDecide={isRunning}
              canTakeBack={project.status === "open"}
              back={address({ after: page.after ?? undefined })}
            />
          ))}
        </ul>
      )}
      <Pager label="Applications" next={page.next ? address({ after: page.next }) : undefined} />
      {page.applicants.filter(({ isAvailable }) => isAvailable).length > 1 && (
        <form id="compare" method="get" action={paths.compareApplicants(project.id)}>
          <Button kind="secondary">Compare up to three</Button>
        </form>
      )}
      {isRunning && pending > 1 && (
        <details>
          <summary className="btn btn-quiet btn-small">Decline all the rest ({pending})</summary>
          <Form action={paths.projectStatus(project.id)} className="stack pt-2">
            <input type="hidden" name="upTo" value={project.newestPending ?? ""} />
            <p>
              Declines everybody who still waits, also those on the shortlist and in the archive. Everybody is
              told. Who applies after you opened this page is not declined.
            </p>
            <TextArea
              label="Note to each of them"
              showOptional
              name="note"
              id="decline-rest"
              rows={2}
              maxLength={projectLimits.declineNote}
            />
            <div>
              <SubmitButton name="intent" value="decline-rest" kind="danger" small pending="Declining...">
                Decline all the rest
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </section>
  );
}
