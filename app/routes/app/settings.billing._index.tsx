import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { type ReceiptView, readBilling } from "~/features/payments/billing.server";
import { PaymentList } from "~/features/payments/components/payment-list";
import { PlanState } from "~/features/payments/components/plan-state";
import { requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { dollars } from "~/ui/money";
import { Card, EmptyState } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Billing");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const billing = await readBilling(actor);
  // People can subscribe first and become contributors afterwards. They still need a way to end the subscription.
  if (isContributor(actor) && !billing.plan.hasCustomer) return { view: "contributor" as const };
  return { view: "customer" as const, ...billing };
}

export default function Billing() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.billing()} title="Billing">
      {data.view === "contributor" ? (
        <EmptyState title="Nothing to pay">Matchcut is free for contributors.</EmptyState>
      ) : (
        <>
          <PlanState plan={data.plan} changes={data.changes} />
          <PaymentList payments={data.payments} />
          <ReceiptList receipts={data.receipts} />
        </>
      )}
    </SettingsPage>
  );
}

const statusWords: Record<string, string> = {
  paid: "Paid",
  open: "Due",
  void: "Canceled",
  uncollectible: "Unpaid",
  refunded: "Refunded",
  "partly-refunded": "Partly refunded",
  disputed: "Charged back",
};

/** The provider's invoices. Their links open the provider's pages. */
function ReceiptList({ receipts }: { receipts: ReceiptView[] }) {
  return (
    <Card title="Receipts">
      {receipts.length === 0 ? (
        <p className="muted">No receipts yet. They'll appear here after your first payment.</p>
      ) : (
        <div className="table-frame">
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Amount</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {receipts.map(({ id, number, status, amountCents, url, issuedAt }) => (
                <tr key={id}>
                  <td>
                    {url ? (
                      <a href={url} rel="noopener">
                        <span className="visually-hidden">Open receipt {number} from </span>
                        <Time at={issuedAt} as="date" />
                      </a>
                    ) : (
                      <Time at={issuedAt} as="date" />
                    )}
                  </td>
                  <td>{dollars(amountCents)}</td>
                  <td>{statusWords[status] ?? "Draft"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
