import type { Account } from "../account.ts";
import { needsStep } from "../charging.ts";
import { paySession } from "../checkout.ts";
import type { SessionRow } from "../rows.ts";
import { type CardErrors, cardFields, readCard, testCardList } from "./card-form.ts";
import { dollars, html, type PageAnswer, page } from "./page.ts";

const nothing = new URLSearchParams();

export function showCheckout(account: Account, session: SessionRow, isStep: boolean): PageAnswer {
  if (session.status === "expired") return expired(session);
  if (session.status === "complete") return paidAlready(session);
  return isStep && session.pendingCard
    ? step(account, session)
    : payment(account, session, nothing, {}, null);
}

/** Handles checkout's submitted form. A second submit finds the session complete and charges nothing. */
export function submitCheckout(
  account: Account,
  session: SessionRow,
  isStep: boolean,
  form: URLSearchParams,
): PageAnswer {
  if (session.status === "complete") return { redirect: successUrl(session) };
  if (session.status === "expired") return expired(session);
  return isStep ? submitStep(account, session, form) : submitCard(account, session, form);
}

function submitCard(account: Account, session: SessionRow, form: URLSearchParams): PageAnswer {
  const card = readCard(account, form);
  if (!("id" in card)) return payment(account, session, form, card, null);
  if (needsStep(account, card.id)) {
    session.pendingCard = card.id;
    return { redirect: `/c/pay/${session.id}/step` };
  }
  const refused = paySession(account, session, card.id, "present");
  return refused ? payment(account, session, form, {}, refused) : { redirect: successUrl(session) };
}

function submitStep(account: Account, session: SessionRow, form: URLSearchParams): PageAnswer {
  if (!session.pendingCard) return { redirect: `/c/pay/${session.id}` };
  if (form.get("outcome") === "complete") {
    const refused = paySession(account, session, session.pendingCard, "confirmed");
    return refused ? payment(account, session, nothing, {}, refused) : { redirect: successUrl(session) };
  }
  session.pendingCard = null;
  const refused =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  return payment(account, session, nothing, {}, refused);
}

const successUrl = (session: SessionRow) =>
  session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);

function leaveLink(session: SessionRow) {
  return session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Go back without paying</a></p>` : null;
}

function payment(
  account: Account,
  session: SessionRow,
  form: URLSearchParams,
  errors: CardErrors,
  refused: string | null,
): PageAnswer {
  const price = account.get("prices", session.price);
  const per = price.interval ? ` per ${price.interval}` : "";
  const isWrong = refused !== null || Object.keys(errors).length > 0;
  const content = html`<h1>${price.name}: ${dollars(price.amount)}${per}</h1>
${refused ? html`<p class="error" role="alert">${refused}</p>` : ""}
<form method="post" action="/c/pay/${session.id}">
${cardFields(form, errors)}
<button>${price.interval ? "Subscribe" : "Pay"} ${dollars(price.amount)}</button>
</form>
${leaveLink(session)}
<hr>
${testCardList()}`;
  return { status: isWrong ? 402 : 200, text: page(`Pay for ${price.name}`, content) };
}

function step(account: Account, session: SessionRow): PageAnswer {
  const price = account.get("prices", session.price);
  const content = html`<h1>Confirm with your bank</h1>
<p>Your bank wants to confirm that you're paying ${dollars(price.amount)}.</p>
<form method="post" action="/c/pay/${session.id}/step">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail" class="plain">Fail</button>
</form>
${leaveLink(session)}`;
  return { status: 200, text: page("Confirm", content) };
}

function expired(session: SessionRow): PageAnswer {
  const back = session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Back to Matchcut</a></p>` : null;
  const content = html`<h1>This checkout session has expired</h1><p>Nothing was charged.</p>${back}`;
  return { status: 410, text: page("Expired", content) };
}

function paidAlready(session: SessionRow): PageAnswer {
  const content = html`<h1>You've already paid</h1>
<p>This checkout session is complete. <a href="${successUrl(session)}">Continue to Matchcut</a></p>`;
  return { status: 200, text: page("Paid", content) };
}
