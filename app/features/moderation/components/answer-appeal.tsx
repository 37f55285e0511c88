import { adminPaths } from "~/admin-paths";
import { ErrorSummary, Form, type FormResult, TextArea, useForm } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { Written, writtenIn } from "~/ui/unsent-fields";
import { appealKindWords, appealStateWords, longestAppeal } from "../appeal";
import type { QueuedAppeal } from "../appeal-queue.server";

export function AppealFacts({ appeal }: { appeal: QueuedAppeal }) {
  const { name, kind, words, at, reason, reasonDetails, against, caseId } = appeal;
  return (
    <>
      <blockquote className="lead whitespace-pre-line">{words}</blockquote>
      <p className="hint">
        {name}, <Time at={at} as="dateTime" />
      </p>
      <section aria-labelledby="appealed">
        <h2 id="appealed">Decision: {appealKindWords[kind].toLowerCase()}</h2>
        <p>
          {reason ? `${reason}.` : "This decision is no longer in effect."} {reasonDetails}
        </p>
        <p className="hint">
          Decided by {against ? (against.isYou ? "you" : against.name) : "an admin who has since left"}.
        </p>
        {caseId && (
          <p>
            <Link to={adminPaths.decideReport(caseId)}>View the report and both people's history</Link>
          </p>
        )}
      </section>
    </>
  );
}

export function AnswerAppeal({ appeal, result }: { appeal: QueuedAppeal; result?: FormResult }) {
  const { formProps, errorsOf, propsOf } = useForm<"answer">("answer", result);
  // If the appeal was decided in the meantime, the page has no form that the summary could link to, so it lists no
  // fields.
  const summary = <ErrorSummary title="Your decision wasn't saved" errors={errorsOf([])} />;
  const written = <Written fields={writtenIn(result, "answer")} />;
  if (appeal.decided)
    return (
      <section className="stack" aria-labelledby="decision">
        <h2 id="decision">{appealStateWords[appeal.state]}</h2>
        {summary}
        <p>
          By {appeal.decided.by}, <Time at={appeal.decided.at} as="dateTime" />. {appeal.answer}
        </p>
        {written}
      </section>
    );
  if (appeal.needsAnother)
    return (
      <section className="stack" aria-labelledby="decision">
        <h2 id="decision">Another admin will decide</h2>
        {summary}
        <p>You made the decision {appeal.name} is appealing, so another admin has to review it.</p>
        {written}
      </section>
    );
  return (
    <section id="decide" tabIndex={-1} className="stack" aria-labelledby="decision">
      <h2 id="decision">{appeal.isOver ? "Close this appeal" : "Decide"}</h2>
      {appeal.isOver && (
        <p>
          This decision is no longer in effect, so there's nothing to reverse or uphold. When you close the
          appeal, we'll let {appeal.name} know.
        </p>
      )}
      <Form action={adminPaths.decideAppeal(appeal.id)} className="stack" {...formProps}>
        <ErrorSummary title="Your decision wasn't saved" errors={errorsOf(["answer"])} />
        <TextArea
          label={`Message to ${appeal.name}`}
          hint="We email it with the outcome."
          limit={longestAppeal}
          showOptional
          rows={4}
          data-key="e"
          {...propsOf("answer")}
        />
        <div className="row">
          {appeal.isOver ? (
            <SubmitButton name="outcome" value="close" pending="Saving...">
              Close appeal
            </SubmitButton>
          ) : (
            <>
              <SubmitButton name="outcome" value="grant" pending="Saving...">
                Grant and reverse the decision
              </SubmitButton>{" "}
              <SubmitButton name="outcome" value="refuse" kind="secondary" pending="Saving...">
                Deny
              </SubmitButton>
            </>
          )}
        </div>
      </Form>
    </section>
  );
}
