import type { Account } from "../account.ts";
import { showCheckout, submitCheckout } from "./checkout-page.ts";
import { invoicePage } from "./invoice-page.ts";
import { html, type PageAnswer, page } from "./page.ts";
import { showPortal, submitPortal } from "./portal-page.ts";

/** Responds with the pages that Stripe hosts, by path. */
export function answerPage(account: Account, path: string, form: URLSearchParams | null): PageAnswer {
  const [, kind, place, id = "", inner] = path.split("/");
  if (kind === "c" && place === "pay") {
    const session = account.find("sessions", id);
    const isStep = inner === "step";
    if (session)
      return account.by(session.customer, () =>
        form ? submitCheckout(account, session, isStep, form) : showCheckout(account, session, isStep),
      );
  }
  if (kind === "p" && place === "session") {
    const portal = account.find("portals", id);
    if (portal)
      return account.by(portal.customer, () =>
        form ? submitPortal(account, portal, form) : showPortal(account, portal),
      );
  }
  const invoice = kind === "i" ? account.find("invoices", place) : null;
  if (invoice && !form) return invoicePage(account, invoice);
  return { status: 404, text: page("Not found", html`<h1>Page not found</h1>`) };
}
