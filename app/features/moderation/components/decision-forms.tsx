import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { suspensionReasonNames, suspensionReasons } from "~/features/accounts/suspension";
import { ErrorSummary, Form, type FormResult, fieldOf, fieldProps, Select, TextArea } from "~/ui/form";
import { Card, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
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

/** To decide an open case, or to undo a decision. */
export function DecisionForms({ found, result }: { found: CaseView; result?: FormResult }) {
  const sent = String(result?.initialValue?.decision ?? "");
  const errors = Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: sent ? `${sent}-${name || "reason"}` : "main", message })),
  );
  return (
    <Card title={found.decision ? caseStateWords[found.state] : "Decide"}>
      <ErrorSummary title="Your decision wasn't saved" errors={errors} />
      {found.decision ? (
        <Decided found={found} decision={found.decision} />
      ) : (
        <Deciding found={found} sent={sent} result={result} />
      )}
      {found.isSuspended && (
        <Form action={adminPaths.decideReport(found.id)}>
          <SubmitButton name="decision" value="lift" kind="secondary" pending="Lifting...">
            Lift {found.name}'s suspension
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

const undoWords: Partial<Record<CaseView["state"], string>> = {
  dismissed: "Undo and decide again",
  warned: "Withdraw the unread warning and decide again",
  hidden: "Unhide it and decide again",
};

function Decided({ found, decision }: { found: CaseView; decision: NonNullable<CaseView["decision"]> }) {
  return (
    <>
      <p>
        By {decision.by}, <Time at={decision.at} as="dateTime" />: {decision.reason}. {decision.words}
      </p>
      {undoWords[found.state] && (
        <Form action={adminPaths.decideReport(found.id)}>
          <SubmitButton name="decision" value="undo" kind="secondary" pending="Undoing...">
            {undoWords[found.state]}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

function Deciding({ found, sent, result }: { found: CaseView; sent: string; result?: FormResult }) {
  const common = { caseId: found.id, sent, result };
  const thing = thingWords[found.kind];
  return (
    <>
      <DecisionForm
        {...common}
        decision="dismiss"
        title="Dismiss"
        hint={
          found.reports.some(({ isBySystem }) => isBySystem)
            ? "Anything held automatically is then released."
            : undefined
        }
        reasons={optionsOf(dismissalReasons)}
        wordsLabel="Note for other admins"
        submit={<SubmitButton {...submitOf("dismiss")}>Dismiss</SubmitButton>}
      />
      {!found.isAdmin && (
        <DecisionForm
          {...common}
          decision="warn"
          title={`Warn ${found.name}`}
          reasons={measureReasons}
          wordsLabel={`Message to ${found.name} (they have to read it before they can continue)`}
          submit={<SubmitButton {...submitOf("warn")}>Warn {found.name}</SubmitButton>}
        />
      )}
      <DecisionForm
        {...common}
        decision="hide"
        title={`Hide the ${thing}`}
        hint={hidingWords[found.kind]}
        reasons={measureReasons}
        wordsLabel={`Message to ${found.name}`}
        submit={
          <SubmitButton {...submitOf("hide")} kind="danger">
            Hide the {thing}
          </SubmitButton>
        }
      />
      {!found.isAdmin && (
        <DecisionForm
          {...common}
          decision="suspend"
          title={`Suspend ${found.name}`}
          reasons={measureReasons}
          lengths
          wordsLabel={`Message to ${found.name} (shown when they sign in)`}
          submit={
            <SubmitButton {...submitOf("suspend")} kind="danger">
              Suspend {found.name}
            </SubmitButton>
          }
        />
      )}
    </>
  );
}

const submitOf = (decision: string) =>
  ({ name: "decision", value: decision, kind: "secondary", pending: "Saving..." }) as const;

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
  hint?: string;
  reasons: readonly { value: string; label: string }[];
  lengths?: boolean;
  wordsLabel: string;
  submit: ReactNode;
}) {
  const own = sent === decision ? result : undefined;
  const [reason, length, words] = ["reason", "length", "words"].map((name) =>
    fieldProps(fieldOf(decision, own, name)),
  );
  if (!reason || !length || !words) return null;
  return (
    <details open={sent === decision || undefined} name="decision">
      <summary>{title}</summary>
      <Form action={adminPaths.decideReport(caseId)} className="stack">
        {hint && <p className="hint">{hint}</p>}
        {lengths && (
          <Select
            label="How long?"
            options={optionsOf(suspensionLengths)}
            emptyLabel="Choose"
            required
            {...length}
          />
        )}
        <Select label="Why?" options={reasons} emptyLabel="Choose a reason" required {...reason} />
        <TextArea label={wordsLabel} limit={longestWords} showOptional rows={3} {...words} />
        <div>{submit}</div>
      </Form>
    </details>
  );
}
