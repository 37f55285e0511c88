import { paths } from "~/paths";
import { ErrorSummary, Form, type FormResult, summaryOf } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link, SubmitButton } from "~/ui/parts";
import { ProjectHead } from "./project-head";
import { type BriefView, PostedBy, ProjectBrief } from "./project-page";

/** The draft as contributors would see it, with the button that posts it. */
export function DraftPreview({
  draftKey,
  project,
  result,
}: {
  draftKey: string;
  project: BriefView;
  /** What a rejected form returned. */
  result?: FormResult;
}) {
  return (
    <div className="project-page">
      <p className="page-back">
        <Link to={paths.projectBrief({ step: "budget" })}>
          <Icon name="arrow-left" /> Keep editing
        </Link>
      </p>
      <ErrorSummary title="Please check your brief" errors={summaryOf(result, [])} />
      <p className="notice">This is a preview. Only you can see it until you post it.</p>
      <ProjectHead project={project}>
        <PostedBy project={project} />
      </ProjectHead>
      <ProjectBrief
        project={project}
        main={
          project.questions.length > 0 && (
            <section className="part">
              <h2>Screening questions</h2>
              <ol>
                {project.questions.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ol>
            </section>
          )
        }
      >
        <Form action={paths.projectBrief({ step: "preview" })} encType="multipart/form-data" className="dock">
          <input type="hidden" name="key" value={draftKey} />
          <input type="hidden" name="isStored" value="1" />
          <SubmitButton name="post" value="1" pending="Creating...">
            Post Project
          </SubmitButton>
        </Form>
      </ProjectBrief>
    </div>
  );
}
