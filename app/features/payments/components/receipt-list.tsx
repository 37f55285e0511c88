import { dollars } from "~/ui/money";
import { Card } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ReceiptView } from "../billing.server";

const statusWords: Record<string, string> = {
  paid: "Paid",
  open: "Not paid yet",
  void: "Canceled",
  uncollectible: "Not paid",
  refunded: "Refunded",
  "partly-refunded": "Partly refunded",
  disputed: "Charged back",
};

/** The provider's invoices; links open there. */
export function ReceiptList({ receipts }: { receipts: ReceiptView[] }) {
  return (
    <Card title="Receipts">
      {receipts.length === 0 ? (
        <p className="muted">None yet. Receipts and invoices appear here after a payment.</p>
      ) : (
        <div className="table-frame">
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Amount</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {receipts.map(({ id, number, status, amountCents, url, issuedAt }) => (
                <tr key={id}>
                  <td>
                    {url ? (
                      <a href={url} rel="noopener">
                        <span className="visually-hidden">Open receipt {number} of </span>
                        <Time at={issuedAt} as="date" />
                      </a>
                    ) : (
                      <Time at={issuedAt} as="date" />
                    )}
                  </td>
                  <td>{dollars(amountCents)}</td>
                  <td>{statusWords[status] ?? "In preparation"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
