import { adminPaths } from "~/admin-paths";
import { ErrorSummary, Form, type FormResult, fieldProps, summaryOf, TextArea, useForm } from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { appealKindWords, appealStateWords, longestAppeal } from "../appeal";
import type { QueuedAppeal } from "../appeal-queue.server";

export function AppealFacts({ found }: { found: QueuedAppeal }) {
  const { name, kind, words, at, reason, reasonDetails, against, caseId } = found;
  return (
    <>
      <Card title={`${name} wrote`}>
        <p className="whitespace-pre-line">{words}</p>
        <p className="hint">
          <Time at={at} as="dateTime" />
        </p>
      </Card>
      <Card title={`Against: ${appealKindWords[kind].toLowerCase()}`}>
        <p>
          {reason ? `${reason}.` : "It is no longer in force."} {reasonDetails}
        </p>
        <p className="hint">
          Decided by {against ? (against.isYou ? "you" : against.name) : "somebody who has left"}.
        </p>
        {caseId && (
          <p>
            <Link to={adminPaths.decideReport(caseId)}>The report, with the history of both sides</Link>
          </p>
        )}
      </Card>
    </>
  );
}

export function AnswerAppeal({ found, result }: { found: QueuedAppeal; result?: FormResult }) {
  const { form, formProps, field } = useForm<"answer">("answer", result);
  const answer = field("answer");
  const errors = summaryOf(form, [answer]);
  // Decided in the meantime, so there is no form to link to.
  const summary = (
    <ErrorSummary title="Nothing was decided" errors={errors.map((one) => ({ ...one, id: "main" }))} />
  );
  if (found.decided)
    return (
      <Card title={appealStateWords[found.state]}>
        {summary}
        <p>
          By {found.decided.by}, <Time at={found.decided.at} as="dateTime" />. {found.answer}
        </p>
      </Card>
    );
  if (found.needsAnother)
    return (
      <Card title="Another admin decides">
        {summary}
        <p>You took the decision that {found.name} objects to, so it is not for you to look at it again.</p>
      </Card>
    );
  return (
    <Card title={found.isOver ? "Close" : "Decide"}>
      {found.isOver && (
        <p>
          The decision is no longer in force: there is nothing to undo, and nothing that could stay.{" "}
          {found.name} reads that.
        </p>
      )}
      <Form action={adminPaths.decideAppeal(found.id)} className="stack" {...formProps}>
        <ErrorSummary title="Nothing was decided" errors={errors} />
        <TextArea
          label={`What ${found.name} reads about it`}
          hint="Sent by email, with the outcome."
          limit={longestAppeal}
          showOptional
          rows={3}
          {...fieldProps(answer)}
        />
        <div className="row">
          {found.isOver ? (
            <SubmitButton name="outcome" value="close" kind="secondary" pending="Saving...">
              Close the appeal
            </SubmitButton>
          ) : (
            <>
              <SubmitButton name="outcome" value="grant" kind="secondary" pending="Saving...">
                Grant it, and undo the decision
              </SubmitButton>{" "}
              <SubmitButton name="outcome" value="refuse" kind="secondary" pending="Saving...">
                Refuse it
              </SubmitButton>
            </>
          )}
        </div>
      </Form>
    </Card>
  );
}
