import type { Account } from "../account.ts";
import { totalOf } from "../objects/invoice.ts";
import type { InvoiceRow } from "../rows.ts";
import { dateText, dollars, html, type PageAnswer, page } from "./page.ts";

export function invoicePage(account: Account, invoice: InvoiceRow): PageAnswer {
  const customer = account.get("customers", invoice.customer);
  const charge = account.find("charges", account.find("intents", invoice.intent)?.charge);
  const credit = invoice.startingBalance - invoice.endingBalance;
  const row = (label: string, cents: number) =>
    html`<tr><th scope="row">${label}</th><td>${dollars(cents)}</td></tr>`;
  const content = html`<h1>Invoice ${invoice.number}</h1>
<p>${dateText(invoice.created)}. Billed to ${customer.email}. Status: <strong>${invoice.status}</strong>.</p>
<table><tbody>
${invoice.lines.map(({ description, amount }) => row(description, amount))}
${row("Total", totalOf(invoice.lines))}
${credit === 0 ? "" : row(credit < 0 ? "Credit used" : "Credit for next time", credit < 0 ? credit : -credit)}
${row(invoice.status === "paid" ? "Paid" : "Due", invoice.amountDue)}
${charge?.refunded ? row("Refunded", charge.refunded) : ""}
</tbody></table>`;
  return { status: 200, text: page(`Invoice ${invoice.number}`, content) };
}
