import type { Account } from "../account.ts";
import { isCardNumber, testCards } from "../cards.ts";
import type { CardRow } from "../rows.ts";
import { type Html, html } from "./page.ts";

export interface CardErrors {
  number?: string;
  expiry?: string;
  cvc?: string;
}

/** Stores the card, or says what's wrong with it. */
export function readCard(account: Account, form: URLSearchParams): CardRow | CardErrors {
  const number = (form.get("number") ?? "").replace(/[\s-]/g, "");
  const [, month = "", year = ""] =
    /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(form.get("expiry") ?? "") ?? [];
  const today = new Date(account.now() * 1000);
  const isPast = 2000 + Number(year) < today.getUTCFullYear();
  const isPastMonth =
    2000 + Number(year) === today.getUTCFullYear() && Number(month) < today.getUTCMonth() + 1;
  const errors: CardErrors = {};
  if (!isCardNumber(number)) errors.number = "Your card number is invalid.";
  if (!(Number(month) >= 1 && Number(month) <= 12))
    errors.expiry = "Your card's expiration date is incomplete.";
  else if (isPast || isPastMonth) errors.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test((form.get("cvc") ?? "").trim()))
    errors.cvc = "Your card's security code is incomplete.";
  if (Object.keys(errors).length > 0) return errors;
  const card = { id: account.id("pm"), number, month: Number(month), year: 2000 + Number(year) };
  account.add("cards", card);
  return card;
}

function field(name: keyof CardErrors, label: string, value: string, error?: string, hint = ""): Html {
  return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" required value="${value}" ${
    error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ""
  } placeholder="${hint}">
${error ? html`<p class="error" id="${name}-error">${error}</p>` : ""}</div>`;
}

/** Shows the same values again after an error, except for the security code. */
export function cardFields(form: URLSearchParams, errors: CardErrors): Html {
  return html`${field("number", "Card number", form.get("number") ?? "", errors.number, "4242 4242 4242 4242")}
<div class="two">${field("expiry", "Expiration (MM/YY)", form.get("expiry") ?? "", errors.expiry, "12/40")}
${field("cvc", "CVC", "", errors.cvc, "123")}</div>`;
}

const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");

export function testCardList(): Html {
  return html`<h2>Test cards</h2>
<p>Use any future date and any three digits.</p>
<table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>
${testCards.map(({ number, effect }) => html`<tr><td><code>${spaced(number)}</code></td><td>${effect}</td></tr>`)}
</tbody></table>`;
}
