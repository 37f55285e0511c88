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
      <Card title={`Decision: ${appealKindWords[kind].toLowerCase()}`}>
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
      </Card>
    </>
  );
}

export function AnswerAppeal({ found, result }: { found: QueuedAppeal; result?: FormResult }) {
  const { form, formProps, field } = useForm<"answer">("answer", result);
  const answer = field("answer");
  const errors = summaryOf(form, [answer]);
  // It was decided in the meantime, so there's no form to link to.
  const summary = (
    <ErrorSummary title="Your decision wasn't saved" errors={errors.map((one) => ({ ...one, id: "main" }))} />
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
      <Card title="Another admin will decide">
        {summary}
        <p>You made the decision {found.name} is appealing, so another admin has to review it.</p>
      </Card>
    );
  return (
    <Card title={found.isOver ? "Close this appeal" : "Decide"}>
      {found.isOver && (
        <p>
          This decision is no longer in effect, so there's nothing to reverse or uphold. When you close the
          appeal, we tell {found.name} so.
        </p>
      )}
      <Form action={adminPaths.decideAppeal(found.id)} className="stack" {...formProps}>
        <ErrorSummary title="Your decision wasn't saved" errors={errors} />
        <TextArea
          label={`Message to ${found.name}`}
          hint="We email it with the outcome."
          limit={longestAppeal}
          showOptional
          rows={3}
          {...fieldProps(answer)}
        />
        <div className="row">
          {found.isOver ? (
            <SubmitButton name="outcome" value="close" kind="secondary" pending="Saving...">
              Close appeal
            </SubmitButton>
          ) : (
            <>
              <SubmitButton name="outcome" value="grant" kind="secondary" pending="Saving...">
                Grant and reverse the decision
              </SubmitButton>{" "}
              <SubmitButton name="outcome" value="refuse" kind="secondary" pending="Saving...">
                Deny
              </SubmitButton>
            </>
          )}
        </div>
      </Form>
    </Card>
  );
}
