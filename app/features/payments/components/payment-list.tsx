import { paths } from "~/paths";
import { dollars } from "~/ui/money";
import { Badge, ButtonLink } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { RequestStatus } from "../checked-payments.server";
import { offerLabel } from "../payment-words";
import type { PaymentView } from "../refunding.server";
import { windowWords } from "../refunds";

export const requestWords = {
  requested: "Refund requested. We'll decide within two business days.",
  accepted: "Refund approved and on its way.",
  declined: "Refund declined.",
  refunded: "Refunded.",
  failed: "Your refund hasn't gone through yet. We're working on it.",
  returned: "Your bank returned the refund. We'll try again or contact you about another way to pay you.",
  closed: "Refund closed.",
} satisfies Record<RequestStatus, string>;

/** What became of the request. Leaves out a refund that the badge next to the payment already shows. */
function RequestState({ request, note, status }: { request: RequestStatus; note: string; status: string }) {
  const isSaid = request === "refunded" && status === "refunded";
  const words = [!isSaid && requestWords[request], note && `Our note: ${note}`].filter(Boolean).join(" ");
  return words && <p className="muted">{words}</p>;
}

const reasonWords = { bought: "", changed: " (change of plan)", renewed: " (renewal)" };

const statusWords: Record<string, string> = { refunded: "Refunded", disputed: "Charged back" };

export function PaymentList({ payments }: { payments: PaymentView[] }) {
  if (payments.length === 0) return null;
  return (
    <section className="part" aria-labelledby="purchases">
      <h2 id="purchases">Purchases</h2>
      <ul className="rows receipts">
        {payments.map(({ request, note, ...payment }) => (
          <li key={payment.id}>
            <div className="txt stack">
              <p>
                {offerLabel(payment.plan, payment.interval)}
                {reasonWords[payment.reason]}, {dollars(payment.amountCents)},{" "}
                <Time at={payment.paidAt} as="date" />{" "}
                {statusWords[payment.status] && <Badge>{statusWords[payment.status]}</Badge>}
              </p>
              {request && <RequestState request={request} note={note} status={payment.status} />}
              {payment.plan === "pay_per_post" && payment.hasWindow && (
                <p className="muted">{windowWords(payment.plan)}</p>
              )}
              {payment.refundUntil && !payment.isChangedSince && (
                <p>
                  <ButtonLink kind="secondary" small to={paths.requestRefund(payment.id)}>
                    Ask for a refund
                  </ButtonLink>
                  <span className="muted">
                    until <Time at={payment.refundUntil} as="date" />
                  </span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
