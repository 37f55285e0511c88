import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { readBilling } from "~/features/payments/billing.server";
import { PaymentList } from "~/features/payments/components/payment-list";
import { PlanState } from "~/features/payments/components/plan-state";
import { ReceiptList } from "~/features/payments/components/receipt-list";
import { requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { EmptyState } from "~/ui/parts";

export const meta = pageTitle("Billing");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const billing = await readBilling(actor);
  // A member may buy first and choose to be a contributor then; a subscription must still end somewhere.
  if (isContributor(actor) && !billing.plan.hasCustomer) return { view: "contributor" as const };
  return { view: "customer" as const, ...billing };
}

export default function Billing() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.billing()} title="Billing">
      {data.view === "contributor" ? (
        <EmptyState title="There is nothing to pay">
          Contributors use Matchcut free, without limits.
        </EmptyState>
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
