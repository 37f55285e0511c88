import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { suspensionReasonNames, suspensionReasons } from "~/features/accounts/suspension";
import { useList } from "~/ui/case-list";
import {
  ErrorSummary,
  Form,
  type FormResult,
  fieldOf,
  fieldProps,
  RadioGroup,
  Select,
  summaryOf,
  TextArea,
} from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { Written, writtenIn } from "~/ui/unsent-fields";
import type { CaseView } from "../case.server";
import {
  caseStateWords,
  dismissalReasons,
  hidingWords,
  longestWords,
  suspensionLengths,
  thingWords,
} from "../report";

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const measureReasons = suspensionReasonNames.map((value) => ({ value, label: suspensionReasons[value] }));

/** The fields of each decision's form. An admin's account can't be warned or suspended, so those forms are left out. */
const fieldNames = ({ isAdmin }: CaseView): Record<string, string[]> => ({
  dismiss: ["reason", "words"],
  hide: ["reason", "words"],
  ...(!isAdmin && { warn: ["reason", "words"], suspend: ["reason", "length", "words"] }),
});

/** The forms that decide an open case or undo a decision. */
export function DecisionForms({ reportCase, result }: { reportCase: CaseView; result?: FormResult }) {
  const sent = String(result?.initialValue?.decision ?? "");
  const names = reportCase.decision ? undefined : fieldNames(reportCase)[sent];
  const action = adminPaths.decideReport(reportCase.id, useList());
  const errors = summaryOf(result, names?.map((name) => fieldOf(sent, result, name)) ?? []);
  return (
    <section id="decide" tabIndex={-1} className="stack" aria-labelledby="decision">
      <h2 id="decision">{reportCase.decision ? caseStateWords[reportCase.state] : "Decide"}</h2>
      <ErrorSummary title="Your decision wasn't saved" errors={errors} />
      {reportCase.decision ? (
        <>
          <Decided reportCase={reportCase} decision={reportCase.decision} />
          <Written fields={writtenIn(result, "words")} />
        </>
      ) : (
        <Deciding reportCase={reportCase} sent={sent} result={result} />
      )}
      {reportCase.isSuspended && (
        <Form action={action}>
          <SubmitButton name="decision" value="lift" kind="secondary" pending="Lifting...">
            Lift {reportCase.name}'s suspension
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}

const undoWords: Partial<Record<CaseView["state"], string>> = {
  dismissed: "Undo and decide again",
  warned: "Withdraw the unread warning and decide again",
  hidden: "Unhide it and decide again",
};

function Decided({
  reportCase,
  decision,
}: {
  reportCase: CaseView;
  decision: NonNullable<CaseView["decision"]>;
}) {
  const action = adminPaths.decideReport(reportCase.id, useList());
  return (
    <>
      <p>
        By {decision.by}, <Time at={decision.at} as="dateTime" />: {decision.reason}. {decision.words}
      </p>
      {undoWords[reportCase.state] && (
        <Form action={action}>
          <SubmitButton name="decision" value="undo" kind="secondary" pending="Undoing...">
            {undoWords[reportCase.state]}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

function Deciding({ reportCase, sent, result }: { reportCase: CaseView; sent: string; result?: FormResult }) {
  const common = { caseId: reportCase.id, sent, result };
  const thing = thingWords[reportCase.kind];
  const isHeld = reportCase.reports.some(({ isBySystem }) => isBySystem);
  return (
    <div className="opts">
      <DecisionForm
        {...common}
        decision="dismiss"
        title="Dismiss"
        hint={isHeld ? "Anything held automatically will be released." : "It doesn't break our guidelines."}
        reasons={optionsOf(dismissalReasons)}
        wordsLabel="Note for other admins"
        submit={<SubmitButton {...submitOf("dismiss")}>Dismiss</SubmitButton>}
      />
      {!reportCase.isAdmin && (
        <DecisionForm
          {...common}
          decision="warn"
          title={`Warn ${reportCase.name}`}
          hint="They have to read it before they can continue."
          reasons={measureReasons}
          wordsLabel={`Message to ${reportCase.name}`}
          submit={<SubmitButton {...submitOf("warn")}>Warn {reportCase.name}</SubmitButton>}
        />
      )}
      <DecisionForm
        {...common}
        decision="hide"
        title={`Hide the ${thing}`}
        hint={hidingWords[reportCase.kind]}
        reasons={measureReasons}
        wordsLabel={`Message to ${reportCase.name}`}
        submit={<SubmitButton {...submitOf("hide")}>Hide the {thing}</SubmitButton>}
      />
      {!reportCase.isAdmin && (
        <DecisionForm
          {...common}
          decision="suspend"
          title={`Suspend ${reportCase.name}`}
          hint="They're signed out everywhere, and no one can find them."
          reasons={measureReasons}
          lengths
          wordsLabel={`Message to ${reportCase.name} (shown when they sign in)`}
          submit={<SubmitButton {...submitOf("suspend")}>Suspend {reportCase.name}</SubmitButton>}
        />
      )}
    </div>
  );
}

const submitOf = (decision: string) => ({ name: "decision", value: decision, pending: "Saving..." }) as const;

function DecisionForm({
  caseId,
  sent,
  result,
  decision,
  title,
  hint,
  reasons,
  lengths,
  wordsLabel,
  submit,
}: {
  caseId: string;
  sent: string;
  result?: FormResult;
  decision: "dismiss" | "warn" | "hide" | "suspend";
  title: string;
  hint: string;
  reasons: readonly { value: string; label: string }[];
  lengths?: boolean;
  wordsLabel: string;
  submit: ReactNode;
}) {
  const own = sent === decision ? result : undefined;
  const propsOf = (name: string) => fieldProps(fieldOf(decision, own, name));
  const action = adminPaths.decideReport(caseId, useList());
  return (
    <details open={sent === decision || undefined} name="decision">
      <summary>
        <span>
          <b>{title}</b> <small>{hint}</small>
        </span>
      </summary>
      <Form action={action} className="stack">
        {lengths && (
          <RadioGroup
            legend="How long?"
            options={optionsOf(suspensionLengths)}
            required
            {...propsOf("length")}
          />
        )}
        <Select label="Why?" options={reasons} emptyLabel="Choose a reason" required {...propsOf("reason")} />
        <TextArea
          label={wordsLabel}
          limit={longestWords}
          showOptional
          rows={3}
          data-key="e"
          {...propsOf("words")}
        />
        {submit}
      </Form>
    </details>
  );
}
