import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { type ReceiptView, readBilling } from "~/features/payments/billing.server";
import { PaymentList } from "~/features/payments/components/payment-list";
import { PlanState } from "~/features/payments/components/plan-state";
import { UsageBar } from "~/features/plans/components/usage-bar";
import type { UsageView } from "~/features/plans/plan";
import { amountOf } from "~/features/plans/plan-in-force.server";
import { requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import styles from "~/styles/payment-page.css?url";
import { dollars } from "~/ui/money";
import { EmptyState, NextLink } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Billing");

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const billing = await readBilling(actor);
  // People can subscribe first and become contributors afterward. They still need a way to end the subscription.
  if (isContributor(actor) && !billing.plan.hasCustomer) return { view: "contributor" as const };
  const { plan, billingInterval, subscribedTo } = billing.plan;
  const cents = subscribedTo && billingInterval ? await amountOf(plan, billingInterval) : null;
  return { view: "customer" as const, cents, ...billing };
}

export default function Billing() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.billing()} title="Billing">
      {data.view === "contributor" ? (
        <EmptyState title="Nothing to pay">Matchcut is free for contributors.</EmptyState>
      ) : (
        <>
          <PlanState plan={data.plan} changes={data.changes} cents={data.cents} />
          <Usage usage={data.plan.usage} />
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

function Usage({ usage }: { usage: UsageView[] }) {
  return (
    <section className="part" aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <div className="quota">
        {usage.map((use) => (
          <UsageBar key={use.kind} use={use} resets={use.resets} />
        ))}
      </div>
      <NextLink to={paths.usage()}>Usage history</NextLink>
    </section>
  );
}

/** The provider's invoices. Their links open the provider's pages. */
function ReceiptList({ receipts }: { receipts: ReceiptView[] }) {
  return (
    <section className="part" aria-labelledby="receipts">
      <h2 id="receipts">Receipts</h2>
      {receipts.length === 0 ? (
        <p className="muted">No receipts yet. They'll appear here after your first payment.</p>
      ) : (
        <ul className="rows receipts">
          {receipts.map(({ id, number, status, amountCents, url, issuedAt }) => (
            <li key={id}>
              <div className="txt">
                <Time at={issuedAt} as="date" />
                <p>{statusWords[status] ?? "Draft"}</p>
              </div>{" "}
              <span>{dollars(amountCents)}</span>{" "}
              {url && (
                <a href={url} rel="noopener" className="link">
                  Open receipt<span className="visually-hidden"> {number}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
