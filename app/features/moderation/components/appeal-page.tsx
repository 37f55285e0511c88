import { ErrorSummary, Form, type FormResult, fieldProps, summaryOf, TextArea, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { longestAppeal } from "../appeal";
import type { Appealable } from "../appeals.server";
import { hiddenFromOthers, thingWords } from "../report";

const titles: Record<Appealable["kind"], string> = {
  warning: "Your warning",
  hiding: "What we hid",
  suspension: "Your suspension",
};

const outcomes: Record<NonNullable<Appealable["appeal"]>["state"], string> = {
  open: "We have your appeal and are reviewing the decision. We'll email you the outcome.",
  granted: "We granted your appeal.",
  refused: "We reviewed the decision, and it stands. We review each decision once.",
};

export function AppealPage({
  decision,
  action,
  result,
}: {
  decision: Appealable;
  action: string;
  result?: FormResult;
}) {
  const { kind, thing, reason, words, at, until, appeal } = decision;
  return (
    <div className="stack">
      <h1>{titles[kind]}</h1>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-16">
        <section className="stack">
          <h2>{reason || "It breaks our guidelines"}</h2>
          {thing && (
            <p>
              We hid your {thingWords[thing]}. {hiddenFromOthers[thing]}
            </p>
          )}
          {kind === "suspension" && (
            <p className="text-lg">
              Your account is suspended {until ? "until " : "permanently"}
              {until && <Time at={until} as="dateTime" />}.
            </p>
          )}
          {words && <blockquote className="whitespace-pre-line">{words}</blockquote>}
          <p className="hint">
            From the Matchcut team, <Time at={at} as="dateTime" />.
          </p>
        </section>
        {appeal ? (
          <section className="stack">
            <h2>Your appeal</h2>
            <ErrorSummary title="Your appeal wasn't sent" errors={summaryOf(result, [])} />
            <p role="status">{outcomes[appeal.state]}</p>
            {appeal.answer && <p className="whitespace-pre-line">{appeal.answer}</p>}
            <p className="hint">
              You wrote on <Time at={appeal.at} as="dateTime" />:
            </p>
            <p className="whitespace-pre-line">{appeal.words}</p>
          </section>
        ) : (
          <AppealForm action={action} result={result} />
        )}
      </div>
    </div>
  );
}

function AppealForm({ action, result }: { action: string; result?: FormResult }) {
  const { form, formProps, field } = useForm<"words">("appeal", result);
  const words = field("words");
  return (
    <section className="stack">
      <h2>Appeal</h2>
      <Form action={action} className="stack" {...formProps}>
        <ErrorSummary title="Your appeal wasn't sent" errors={summaryOf(form, [words])} />
        <TextArea
          label="Why do you think it's wrong?"
          hint="You can appeal once. If we can, we'll have a different admin review it."
          limit={longestAppeal}
          required
          {...fieldProps(words)}
        />
        <div>
          <SubmitButton pending="Sending...">Send appeal</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
