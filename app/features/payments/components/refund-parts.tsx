import { dollars } from "~/ui/money";
import { Time } from "~/ui/time";
import { offerLabel } from "../payment-words";
import type { PaymentView } from "../refunding.server";

/** The payments that one refund pays back. */
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
