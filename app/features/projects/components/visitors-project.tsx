import { type ReactNode, useState } from "react";
import { Frame } from "~/features/media/components/frame";
import { SampleStrip } from "~/features/portfolio/components/sample-strip";
import { type SampleView, sampleKindWords } from "~/features/portfolio/sample";
import { rejectedWords, reviewTakes } from "~/features/profiles/review-words";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import {
  describedBy,
  ErrorSummary,
  Field,
  FieldError,
  type FieldState,
  Form,
  type FormResult,
  Hint,
  summaryOf,
  TextArea,
  textsOf,
  useForm,
} from "~/ui/form";
import { useIsBlank } from "~/ui/is-blank";
import { JumpLink } from "~/ui/jump-link";
import { useLeaveWarning } from "~/ui/leave-warning";
import { Mark } from "~/ui/mark";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ReplyFigures } from "../applicants.server";
import { applyOnceApproved, mostNamedSamples, projectLimits, questionsChanged } from "../project";
import type { OwnApplication as OwnApplicationView, ProjectView } from "../viewing.server";
import { ProjectHead } from "./project-head";
import { PostedBy, ProjectBrief, ReplyClock } from "./project-page";
import { Answers, ApplicationBadge } from "./project-parts";

type Standing = "creator" | "can-apply" | "waiting" | "rejected";

/**
 * A project's page for everyone but its owner, without the link back.
 * @param notice shown if an admin has hidden the project or the viewer's application
 * @param result what a rejected form returned
 * @param children shown below everything else
 */
export function VisitorsProject({
  project,
  standing,
  figures,
  ownSamples,
  notice,
  result,
  children,
}: {
  project: ProjectView;
  standing: Standing;
  figures: ReplyFigures | null;
  /** The viewer's samples to choose from, if they may apply. */
  ownSamples: NamableSample[];
  notice: ReactNode;
  result?: FormResult;
  children: ReactNode;
}) {
  // A form that was refused keeps its text, even if the project was closed in the meantime.
  const canApply = !project.application && project.takesApplications && standing === "can-apply";
  const showsForm = canApply || result?.initialValue?.intent === "apply";
  return (
    <>
      <ProjectHead project={project}>
        <PostedBy project={project} />
      </ProjectHead>
      {notice}
      {project.application && (
        <OwnApplication
          application={project.application}
          questions={project.questions}
          creator={project.creator}
        />
      )}
      <ProjectBrief
        project={project}
        replies={<ReplyClock name={project.creator.name} figures={figures} />}
        main={
          <>
            {showsForm && (
              <>
                {project.invitation && !project.invitation.isDeclined && (
                  <Invitation name={project.creator.name} note={project.invitation.note} />
                )}
                <ApplyForm project={project} samples={ownSamples} result={result} />
              </>
            )}
            {children}
          </>
        }
      >
        <VisitorAct project={project} standing={standing} />
      </ProjectBrief>
    </>
  );
}

/** What someone other than the owner can do, next to the terms: apply, or learn why they can't. */
function VisitorAct({ project, standing }: { project: ProjectView; standing: Standing }) {
  if (project.application) return null;
  if (!project.takesApplications)
    return (
      <>
        <p className="notice tone-warning">This project is no longer accepting applications</p>
        {standing !== "creator" && (
          <p>
            <Link to={paths.projects()}>See available projects</Link>
          </p>
        )}
      </>
    );
  if (standing === "creator") return null;
  if (standing === "can-apply")
    return (
      <div className="dock">
        <JumpLink to="apply" className="btn btn-primary">
          Apply for this Project
        </JumpLink>
      </div>
    );
  return (
    <>
      <p className="notice tone-warning">
        {applyOnceApproved}. {standing === "rejected" ? rejectedWords : reviewTakes}
      </p>
      <p>
        <Link to={paths.dashboard()}>Go to your dashboard</Link>
      </p>
    </>
  );
}

function Invitation({ name, note }: { name: string; note: string }) {
  return (
    <section className="part">
      <h2>{name} invited you to apply</h2>
      {note && <blockquote className="whitespace-pre-line">{note}</blockquote>}
      <Form>
        <SubmitButton name="intent" value="decline-invitation" kind="quiet" small pending="Declining...">
          Decline invitation
        </SubmitButton>
      </Form>
    </section>
  );
}

/** The viewer's own application and its status, shown above the project. */
function OwnApplication({
  application,
  questions,
  creator,
}: {
  application: OwnApplicationView;
  questions: string[];
  creator: ProjectView["creator"];
}) {
  const { formatWait } = useDates();
  const { status, appliedAt, declineNote, answers, samples, portfolioLink } = application;
  const hasMore = answers.length > 0 || samples.length > 0 || portfolioLink !== null;
  return (
    <section className="own-application" aria-labelledby="own-application">
      <h2 id="own-application">Your application</h2>
      <p className="row">
        <ApplicationBadge status={status} /> <strong>Already applied</strong>{" "}
        <span className="muted">
          on <Time at={appliedAt} as="date" />
          {status === "pending" && `, waiting for ${formatWait(appliedAt)}`}
        </span>
      </p>
      {declineNote && <blockquote className="whitespace-pre-line">{declineNote}</blockquote>}
      {status === "accepted" && !creator.hasLeft && (
        <p>
          <ButtonLink to={paths.newMessage({ to: creator.id })}>Message {creator.name}</ButtonLink>
        </p>
      )}
      <p className="whitespace-pre-line">{application.note}</p>
      {hasMore && (
        <details>
          <summary>Everything you sent</summary>
          <div className="stack">
            <Answers questions={questions} answers={application.answers} />
            <SampleStrip
              samples={application.samples}
              most={5}
              label="Your work, sent with your application"
            />
            {application.portfolioLink && (
              <p>
                <ExternalLink href={application.portfolioLink}>{application.portfolioLink}</ExternalLink>
              </p>
            )}
          </div>
        </details>
      )}
      {status === "pending" && (
        <details>
          <summary>Withdraw</summary>
          <Form className="stack">
            <p>If you withdraw, you can't apply for this project again.</p>
            <SubmitButton name="intent" value="withdraw" kind="danger" small pending="Withdrawing...">
              Withdraw application
            </SubmitButton>
          </Form>
        </details>
      )}
      {status === "withdrawn" && <p className="muted">You withdrew it, so you can't apply again.</p>}
    </section>
  );
}

function ApplyForm({
  project,
  samples,
  result,
}: {
  project: Pick<ProjectView, "questions" | "questionsVersion">;
  /** The applicant's own samples. */
  samples: NamableSample[];
  result?: FormResult;
}) {
  const { formProps, field, propsOf } = useForm<"note" | "portfolioLink" | "answers" | "sampleIds">(
    "application",
    result,
  );
  const note = field("note");
  const isBlank = useIsBlank(note.id);
  useLeaveWarning(formProps.id, Boolean(result));
  const { questions, questionsVersion } = useAsked(project, result);
  const answers = textsOf(result?.initialValue?.answers);
  const unasked = answers.slice(questions.length).filter(Boolean);
  return (
    <section id="apply" tabIndex={-1} className="part" aria-labelledby="apply-title">
      <h2 id="apply-title">Apply for this Project</h2>
      <Form {...formProps} action="?apply=1" className="stack">
        <ErrorSummary
          title="Error applying for project"
          errors={summaryOf(result, [
            note,
            ...(samples.length > 0 ? [field("sampleIds")] : []),
            field("portfolioLink"),
            ...questions.map((_, index) => answerField(result, index)),
          ])}
        />
        <TextArea
          label="Application Note"
          rows={6}
          required
          limit={projectLimits.note}
          placeholder="Introduce yourself and explain why you're a good fit for this project..."
          {...propsOf("note")}
        />
        <input type="hidden" name="questionsVersion" value={questionsVersion} />
        {questions.map((question, index) => {
          const { id, errors } = answerField(result, index);
          return (
            <TextArea
              // biome-ignore lint/suspicious/noArrayIndexKey: answers belong to questions by position, and two may be equal
              key={index}
              label={question}
              id={id}
              name="answers"
              rows={3}
              required
              limit={projectLimits.answer}
              defaultValue={answers[index]}
              error={errors}
            />
          );
        })}
        {unasked.length > 0 && (
          <>
            <p>The creator removed some questions. These answers won't be sent:</p>
            <blockquote className="whitespace-pre-line">{unasked.join("\n\n")}</blockquote>
          </>
        )}
        <NameSamples samples={samples} field={field("sampleIds")} />
        <Field
          label="Portfolio Link (Optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
          limit={2000}
          {...propsOf("portfolioLink")}
        />
        <SubmitButton name="intent" value="apply" pending="Submitting..." disabled={isBlank}>
          Submit Application
        </SubmitButton>
      </Form>
    </section>
  );
}

/**
 * The questions stay as they were when the person began to answer, even if the page reloads with newer ones. They
 * change only once the form is refused because of that.
 */
function useAsked(
  { questions, questionsVersion }: Pick<ProjectView, "questions" | "questionsVersion">,
  result: FormResult | undefined,
) {
  const [asked, setAsked] = useState({ questions, questionsVersion });
  const isRefused = result?.error?.[""]?.includes(questionsChanged);
  if (isRefused && asked.questionsVersion !== questionsVersion) setAsked({ questions, questionsVersion });
  return asked;
}

function answerField(result: FormResult | undefined, index: number) {
  const name = `answers[${index}]`;
  return { id: `application-answer-${index}`, name, errors: result?.error?.[name] ?? undefined };
}

type NamableSample = Pick<SampleView, "id" | "kind" | "title" | "picture">;

/** The applicant's samples to choose from or, if they have none, a link to add some. */
function NameSamples({ samples, field }: { samples: NamableSample[]; field: FieldState }) {
  const { id, initialValue, errors } = field;
  const chosen = textsOf(initialValue);
  if (samples.length === 0)
    return (
      <p className="hint">
        You don't have any work samples to include yet. <Link to={paths.newSample()}>Add one first</Link>.
      </p>
    );
  return (
    <fieldset
      className="field"
      aria-describedby={describedBy(id, { error: errors, hint: true })["aria-describedby"]}
    >
      <legend>Work samples (Optional)</legend>
      <Hint id={id} hint={`Choose up to ${mostNamedSamples}. The creator sees them next to your note.`} />
      <ul className="strip sample-choices">
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <label>
              <input
                type="checkbox"
                name="sampleIds"
                value={sample.id}
                id={index === 0 ? id : undefined}
                defaultChecked={chosen.includes(sample.id)}
              />
              <Frame title={sample.title} picture={sample.picture} sizes="160px" />
              {sample.picture && <Mark shape="loop" />}
              <span className="hint cut1">
                {sampleKindWords[sample.kind]}: {sample.title}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldError id={id} error={errors} />
    </fieldset>
  );
}
