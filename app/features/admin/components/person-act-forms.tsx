import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { suspensionReasonNames, suspensionReasons } from "~/features/accounts/suspension";
import { longestWords, suspensionLengths } from "~/features/moderation/report";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldOf, fieldProps } from "~/ui/form-fields";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import type { PersonFacts } from "../person.server";

const lengths = Object.entries(suspensionLengths).map(([value, label]) => ({ value, label }));
const reasons = suspensionReasonNames.map((value) => ({ value, label: suspensionReasons[value] }));

/** What an admin can do about someone, but for what pages of their own do. Not about themselves. */
export function PersonActForms({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const sent = String(result?.initialValue?.act ?? "");
  const errors = Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: sent && name ? `${sent}-${name}` : "main", message })),
  );
  const own = (act: string) => (sent === act ? result : undefined);
  return (
    <Card title="Help or act">
      <ErrorSummary title="Nothing was changed" errors={errors} />
      {person.sessions > 0 && (
        <ActForm person={person}>
          <SubmitButton name="act" value="sign-out" kind="secondary" pending="Signing out...">
            Sign out everywhere
          </SubmitButton>
        </ActForm>
      )}
      {!person.isConfirmed && (
        <ActForm person={person}>
          <SubmitButton name="act" value="confirm-mail" kind="secondary" pending="Sending...">
            Mail the confirmation link again
          </SubmitButton>
        </ActForm>
      )}
      {person.suspension && <Lift person={person} suspension={person.suspension} />}
      <Rename person={person} result={own("rename")} />
      {person.hasSecondFactor && !person.isAdmin && (
        <DropFactor person={person} result={own("drop-factor")} />
      )}
      {!person.isAdmin && <Suspend person={person} result={own("suspend")} />}
    </Card>
  );
}

function ActForm({ person, children }: { person: PersonFacts; children: ReactNode }) {
  return (
    <Form action={adminPaths.person(person.id)} className="stack">
      {children}
    </Form>
  );
}

function Lift({
  person,
  suspension: { at, until, reason, words },
}: {
  person: PersonFacts;
  suspension: NonNullable<PersonFacts["suspension"]>;
}) {
  return (
    <ActForm person={person}>
      <p className="notice">
        Suspended <Time at={at} as="dateTime" />
        {until ? (
          <>
            {" "}
            until <Time at={until} as="dateTime" />
          </>
        ) : (
          " for good"
        )}
        {reason && `: ${reason}.`} {words}
      </p>
      <div>
        <SubmitButton name="act" value="lift" kind="secondary" pending="Lifting...">
          Lift the suspension
        </SubmitButton>
      </div>
    </ActForm>
  );
}

function Rename({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const [fullName, why] = [fieldOf("rename", result, "fullName"), fieldOf("rename", result, "why")];
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>Change the name</summary>
      <ActForm person={person}>
        <input type="hidden" name="was" value={person.name} />
        <Field
          label="New name"
          maxLength={100}
          required
          autoComplete="off"
          {...fieldProps(fullName)}
          defaultValue={result ? fieldProps(fullName).defaultValue : person.name}
        />
        <TextArea
          label="Reason"
          hint="They read it in an email. Leave names out: the audit log keeps it for good."
          maxLength={500}
          rows={2}
          required
          {...fieldProps(why)}
        />
        <div>
          <SubmitButton name="act" value="rename" kind="danger" pending="Saving...">
            Change the name
          </SubmitButton>
        </div>
      </ActForm>
    </details>
  );
}

function DropFactor({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const why = fieldOf("drop-factor", result, "why");
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>Remove the second factor</summary>
      <ActForm person={person}>
        <p className="muted">
          For somebody who has lost their phone and their recovery codes. Their password alone then opens the
          account. They are told by email.
        </p>
        <TextArea
          label="How do you know that it is them?"
          hint="For the audit log."
          maxLength={500}
          rows={2}
          required
          {...fieldProps(why)}
        />
        <div>
          <SubmitButton name="act" value="drop-factor" kind="danger" pending="Saving...">
            Remove the second factor
          </SubmitButton>
        </div>
      </ActForm>
    </details>
  );
}

function Suspend({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const [length, reason, words] = [
    fieldOf("suspend", result, "length"),
    fieldOf("suspend", result, "reason"),
    fieldOf("suspend", result, "words"),
  ];
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>{person.suspension ? "Suspend for longer" : "Suspend"}</summary>
      <ActForm person={person}>
        <Select label="How long?" options={lengths} emptyLabel="Choose" required {...fieldProps(length)} />
        <Select
          label="Why?"
          options={reasons}
          emptyLabel="Choose a reason"
          required
          {...fieldProps(reason)}
        />
        <TextArea
          label="What they read at sign-in"
          maxLength={longestWords}
          showOptional
          rows={3}
          {...fieldProps(words)}
        />
        <div>
          <SubmitButton name="act" value="suspend" kind="danger" pending="Suspending...">
            Suspend
          </SubmitButton>
        </div>
      </ActForm>
    </details>
  );
}
