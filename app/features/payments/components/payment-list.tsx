import { planLabels } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { dollars } from "~/ui/money";
import { Time } from "~/ui/time";
import type { PaymentView } from "../paid.server";

const requestWords = {
  requested: "Refund asked for; we decide within two business days.",
  accepted: "Refund approved; it is on its way.",
  declined: "Refund declined.",
  refunded: "Refunded.",
  failed: "The refund did not go through yet; we are on it.",
};

const statusWords: Record<string, string> = { refunded: "Refunded", disputed: "Charged back" };

/** What was bought here, and what can be asked back. */
export function PaymentList({ payments }: { payments: PaymentView[] }) {
  if (payments.length === 0) return null;
  return (
    <Card title="What you bought">
      <ul className="stack">
        {payments.map(({ id, plan, status, amountCents, paidAt, refundUntil, request, note }) => (
          <li key={id} className="stack">
            <p>
              {planLabels[plan]}, {dollars(amountCents)}, <Time at={paidAt} as="date" />{" "}
              {statusWords[status] && <Badge>{statusWords[status]}</Badge>}
            </p>
            {request && <p className="muted">{[requestWords[request], note].filter(Boolean).join(" ")}</p>}
            {refundUntil && (
              <p>
                <ButtonLink kind="secondary" small to={paths.requestRefund(id)}>
                  Ask for a refund
                </ButtonLink>
                <span className="muted">
                  until <Time at={refundUntil} as="date" />
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
