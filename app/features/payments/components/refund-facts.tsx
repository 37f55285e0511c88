import { planLabels } from "~/features/plans/plan";
import { dollars } from "~/ui/money";
import { Badge } from "~/ui/parts";
import { Time } from "~/ui/time";
import { offerLabel } from "../payment-words";
import type { PaymentView } from "../refunding.server";
import { matchlessDays, moneyBackDays } from "../refunds";
import type { RefundView } from "../waiting-refunds.server";

/** The payments that a refund covers, with the amount of each. */
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

const statusLabels: Record<RefundView["status"], string> = {
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

/** For a list of requests. A request's own page shows the rest. */
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

export function RefundStatus({ status }: Pick<RefundView, "status">) {
  return (
    <Badge tone={status === "failed" || status === "returned" ? "negative" : "neutral"}>
      {statusLabels[status]}
    </Badge>
  );
}
