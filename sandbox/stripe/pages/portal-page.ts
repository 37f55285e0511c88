import type { Account } from "../account.ts";
import { invoiceUrl } from "../objects/invoice.ts";
import { customerObject } from "../objects/money.ts";
import type { PortalRow, SubscriptionRow } from "../rows.ts";
import { emitUpdated, isOngoing, payOpenInvoices, release } from "../subscribing.ts";
import { type CardErrors, cardFields, readCard, testCardList } from "./card-form.ts";
import { dateText, dollars, html, type PageAnswer, page } from "./page.ts";

const nothing = new URLSearchParams();

function subscriptionsOf({ tables }: Account, portal: PortalRow): SubscriptionRow[] {
  return Object.values(tables.subscriptions)
    .filter(({ customer }) => customer === portal.customer)
    .reverse();
}

export function showPortal(
  account: Account,
  portal: PortalRow,
  form = nothing,
  errors: CardErrors = {},
): PageAnswer {
  const rows = subscriptionsOf(account, portal);
  const ongoing = rows.filter(isOngoing);
  const content = html`<h1>Your billing</h1>
<p><a href="${portal.returnUrl}">Return to Matchcut</a></p>
${ongoing.length === 0 ? html`<p>You don't have a subscription.</p>` : ""}
${ongoing.map((row) => subscriptionPart(account, row))}
<hr><h2>Update your card</h2>
<form method="post">
${cardFields(form, errors)}
<button name="intent" value="card">Save card</button>
</form>
<hr>${invoiceList(account, portal)}
${ongoing[0] ? clockPart(ongoing[0]) : ""}
<hr>${testCardList()}`;
  return { status: Object.keys(errors).length > 0 ? 402 : 200, text: page("Billing", content) };
}

function subscriptionPart(account: Account, row: SubscriptionRow) {
  const price = account.get("prices", row.price);
  const until = dateText(row.periodEnd);
  const what = row.cancelAtPeriodEnd ? `Ends on ${until}.` : `Renews on ${until}.`;
  const late = row.status === "past_due" ? " The last payment failed. Update your card to pay it." : "";
  return html`<h2>${price.name}: ${dollars(price.amount)} per ${price.interval}</h2>
<p>${what}${late}</p>
<form method="post"><input type="hidden" name="subscription" value="${row.id}">
${
  row.cancelAtPeriodEnd
    ? html`<button name="intent" value="keep">Keep subscription</button>`
    : html`<button name="intent" value="cancel" class="plain">Cancel subscription</button>`
}</form>`;
}

function invoiceList(account: Account, portal: PortalRow) {
  const invoices = Object.values(account.tables.invoices).filter((one) => one.customer === portal.customer);
  if (invoices.length === 0) return html`<h2>Invoices</h2><p>No invoices yet.</p>`;
  return html`<h2>Invoices</h2><ul>${invoices
    .reverse()
    .map(
      (one) =>
        html`<li><a href="${invoiceUrl(account, one.id)}">${one.number}</a>: ${dollars(one.amountDue)}, ${one.status}, ${dateText(one.created)}</li>`,
    )}</ul>`;
}

function clockPart({ id, periodEnd }: SubscriptionRow) {
  return html`<hr><h2>Sandbox only: move the clock</h2>
<p>Moves your sandbox clock to one minute past the end of this period (${dateText(periodEnd)}), so you can see the subscription renew or end.</p>
<form method="post"><input type="hidden" name="subscription" value="${id}">
<button name="intent" value="clock" class="plain">Move clock</button></form>`;
}

export function submitPortal(account: Account, portal: PortalRow, form: URLSearchParams): PageAnswer {
  const row = subscriptionsOf(account, portal).find(({ id }) => id === form.get("subscription"));
  const back = { redirect: `/p/session/${portal.id}` };
  const intent = form.get("intent");
  if (intent === "card") return changeCard(account, portal, form) ?? back;
  if (!row || !isOngoing(row)) return back;
  if (intent === "cancel" || intent === "keep") setCancel(account, row, intent === "cancel");
  if (intent === "clock") account.endPeriod(portal.customer);
  return back;
}

function setCancel(account: Account, row: SubscriptionRow, cancels: boolean): void {
  if (row.cancelAtPeriodEnd === cancels) return;
  if (row.schedule) release(account, row, "released");
  row.cancelAtPeriodEnd = cancels;
  row.canceledAt = cancels ? account.now() : null;
  row.endReason = cancels ? "cancellation_requested" : null;
  emitUpdated(account, row);
}

/** Future payments, and those still due, are charged to the new card. */
function changeCard(account: Account, portal: PortalRow, form: URLSearchParams): PageAnswer | null {
  const card = readCard(account, form);
  if (!("id" in card)) return showPortal(account, portal, form, card);
  const customer = account.get("customers", portal.customer);
  customer.cardId = card.id;
  account.emit("customer.updated", customerObject(customer));
  for (const row of subscriptionsOf(account, portal).filter(isOngoing)) {
    row.cardId = card.id;
    emitUpdated(account, row);
    payOpenInvoices(account, row);
  }
  return null;
}
