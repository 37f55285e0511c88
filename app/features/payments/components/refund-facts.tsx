import { planLabels } from "~/features/plans/plan";
import { dollars } from "~/ui/money";
import { Badge } from "~/ui/parts";
import { Time } from "~/ui/time";
import { offerLabel } from "../payment-words";
import type { PaymentView } from "../refunding.server";
import { matchlessDays, moneyBackDays } from "../refunds";
import type { RefundView } from "../waiting-refunds.server";

/** The payments that one refund covers. */
export function RefundParts({ parts }: Pick<PaymentView, "parts">) {
  return (
    <ul>
      {parts.map(({ plan, interval, cents, paidAt }) => (
        <li key={`${paidAt} ${plan} ${interval}`}>
          {offerLabel(plan, interval)}, paid on <Time at={paidAt} as="date" />: {dollars(cents)}
        </li>
      ))}
    </ul>
  );
}

export const statusLabels: Record<RefundView["status"], string> = {
  requested: "Waiting",
  accepted: "Approved, on its way",
  declined: "Declined",
  refunded: "Refunded",
  failed: "Declined by the payment provider",
  returned: "Returned by the bank",
  closed: "Closed",
};

export const promiseWords = {
  "money-back": `Within the ${moneyBackDays}-day money-back guarantee`,
  "no-match": `A post without a match after ${matchlessDays} days`,
};

export function RefundFacts({ refund }: { refund: RefundView }) {
  return (
    <div className="stack">
      <p>
        <strong>{refund.name}</strong> <span className="muted">{refund.email}</span>{" "}
        <RefundStatus status={refund.status} />
      </p>
      <p>
        {planLabels[refund.plan]}, {dollars(refund.amountCents)}, paid{" "}
        <Time at={refund.paidAt} as="dateTime" />. Requested <Time at={refund.askedAt} as="dateTime" />. Since
        the payment: {count(refund.matches, "match", "matches")},{" "}
        {count(refund.messages, "message", "messages")}.
      </p>
      {refund.parts.length > 0 && <RefundParts parts={refund.parts} />}
      {refund.occasion === "started-over" ? (
        <p>
          No one asked for this one: the account was deleted so the owner of its email address could start
          over. Its payer gets back the unused days of a subscription, or the price of a post without a match.
        </p>
      ) : (
        <p>{refund.promise ? promiseWords[refund.promise] : "Outside both guarantee periods"}.</p>
      )}
      {refund.reason && <p className="break-words">“{refund.reason}”</p>}
      {refund.decidedAt && (
        <p className="muted">
          Decided <Time at={refund.decidedAt} as="dateTime" /> by {refund.decidedBy ?? "an admin"}.{" "}
          {refund.note && `Note: ${refund.note}`}
        </p>
      )}
    </div>
  );
}

/** In a list; its own page has the rest. */
export function RefundRow({ refund }: { refund: RefundView }) {
  return (
    <div className="txt">
      <h2>
        {dollars(refund.amountCents)} to {refund.name}
      </h2>
      <p>
        {planLabels[refund.plan]}, paid <Time at={refund.paidAt} as="date" />, requested{" "}
        <Time at={refund.askedAt} as="inText" />.{" "}
        {refund.occasion !== "started-over" &&
          (refund.promise ? promiseWords[refund.promise] : "Outside both guarantee periods")}
      </p>
      {refund.reason && <p className="excerpt">“{refund.reason}”</p>}
      {refund.status !== "requested" && <RefundStatus status={refund.status} />}
    </div>
  );
}

function RefundStatus({ status }: Pick<RefundView, "status">) {
  return (
    <Badge tone={status === "failed" || status === "returned" ? "negative" : "neutral"}>
      {statusLabels[status]}
    </Badge>
  );
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
