import { useContext } from "react";
import { paidPlanWords } from "~/features/accounts/suspension";
import { paths } from "~/paths";
import { ClockContext } from "~/ui/clock";
import { formatDate } from "~/ui/dates";
import { ErrorSummary, Form, type FormResult, summaryOf, TextArea, useForm } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { longestAppeal } from "../appeal";
import type { Appealable } from "../appeals.server";
import { hiddenFromOthers, thingWords } from "../report";

const titles: Record<Appealable["kind"], string> = {
  warning: "Your warning",
  hiding: "What we hid",
  suspension: "Your account is suspended",
};

const outcomes: Record<NonNullable<Appealable["appeal"]>["state"], string> = {
  open: "We got your appeal and are reviewing the decision. We'll email you the outcome.",
  granted: "We granted your appeal.",
  refused: "We reviewed the decision, and it stands. We review each decision only once, so this is final.",
};

export function AppealPage({
  decision,
  action,
  result,
  zone,
}: {
  decision: Appealable;
  action: string;
  result?: FormResult;
  /** The name of the time zone for dates; for readers who aren't signed in. */
  zone?: string;
}) {
  const { kind, thing, reason, words, at, until, appeal } = decision;
  return (
    <div className="appeal-page">
      <div className="stack">
        <h1>{titles[kind]}</h1>
        {kind === "suspension" && (
          <>
            <p className="lead">
              {until ? "Until " : "Permanently."}
              {until && <Time at={until} as="dateTime" />}
              {until && zone && ` ${zone}`}
            </p>
            {until && <SuspendedDays from={at} until={until} />}
          </>
        )}
        <section className="stack" aria-labelledby="reason">
          <h2 id="reason">{reason || "It breaks our guidelines"}</h2>
          {thing && (
            <p>
              We hid your {thingWords[thing]}. {hiddenFromOthers[thing]}
            </p>
          )}
          {words && <blockquote className="whitespace-pre-line">{words}</blockquote>}
          <p className="hint">
            From the Matchcut team, <Time at={at} as="dateTime" />.
            {kind === "suspension" &&
              ` No one can see your profile or your projects. ${paidPlanWords({ until })}`}
          </p>
          {kind === "suspension" && (
            <p>
              <Link to={paths.contact()} reloadDocument>
                Contact us
              </Link>
            </p>
          )}
        </section>
      </div>
      {appeal ? (
        <section className="stack appeal">
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
  );
}

const msInDay = 86_400_000;
/** In days. The squares of a longer suspension are too small for the weekdays' letters. */
const mostLettered = 35;

/** One square for each day of a suspension. Days that have begun are filled in. */
export function SuspendedDays({ from, until }: { from: string; until: string }) {
  const clock = useContext(ClockContext);
  const { now } = clock;
  const start = Date.parse(from);
  const count = Math.max(1, Math.round((Date.parse(until) - start) / msInDay));
  const day = Math.min(count, Math.max(1, Math.ceil((now - start) / msInDay)));
  // Intl would throw in an old browser that doesn't know the zone.
  const letterOf = (time: number) =>
    "SMTWTFS"[new Date(`${formatDate(new Date(time).toISOString(), clock)} UTC`).getUTCDay()];
  return (
    <p
      className="days"
      data-many={count > mostLettered || undefined}
      role="img"
      aria-label={`Day ${day} of ${count}`}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days are in order
        <i key={index} className={index < day ? "gone" : undefined}>
          {count <= mostLettered && letterOf(start + index * msInDay)}
        </i>
      ))}
    </p>
  );
}

function AppealForm({ action, result }: { action: string; result?: FormResult }) {
  const { formProps, errorsOf, propsOf } = useForm<"words">("appeal", result);
  return (
    <section className="stack appeal">
      <h2>Think this is a mistake?</h2>
      <Form action={action} className="stack" {...formProps}>
        <ErrorSummary title="Your appeal wasn't sent" errors={errorsOf(["words"])} />
        <TextArea
          label="Why do you think it's a mistake?"
          hint="You can appeal once. If we can, we'll have a different admin review it."
          limit={longestAppeal}
          required
          {...propsOf("words")}
        />
        <SubmitButton pending="Sending...">Send appeal</SubmitButton>
      </Form>
    </section>
  );
}
