import { data } from "@remix-run/node";
import {
  accountInMark,
  forgetUnsent,
  keepUnsent,
  type UnsentForm,
} from "~/features/accounts/unsent-forms.server";
import { parseId } from "~/ids";
import { type RouteArgs, returnPathOf } from "./request-context.server";
import { actorOf, dropEndedActor } from "./session.server";

/** The hidden field that names a form's account. */
const markField = "_account";
/** In a form that shows what wasn't sent before. */
const againField = "_again";

/** A form that arrived without its account's session. */
export interface SignedOut {
  kind: "signed-out";
  /** What it says; null without a mark of ours. */
  unsent: (UnsentForm & { mark: string }) | null;
  /** Someone else is signed in. */
  isSignedIn: boolean;
  /** The account finds it after signing in. */
  isKept: boolean;
}

/** A form that arrived, with any account's session or none. */
export interface ArrivedForm {
  /** As sent, with fields that the schema doesn't declare. */
  pairs: readonly [string, string][];
  /** Those that it declares. */
  fields: URLSearchParams;
  /** Names of those that people fill in. */
  shown: ReadonlySet<string>;
  hasFile: boolean;
}

const withoutForm: SignedOut = { kind: "signed-out", unsent: null, isSignedIn: false, isKept: false };

/**
 * Asks again for the session, which may have ended while the form arrived: a body may take an hour. Then a form is its account's: if it arrives without that account's session, because someone signed out or in elsewhere,
 * nothing is sent, and the page that answers shows what it says, which came from this browser. It's also kept for the
 * account. A form without a valid mark passes, unless the session has ended.
 * @throws that page (401, or 403 for another account's session)
 */
export async function refuseOthersForm(args: RouteArgs, form: ArrivedForm): Promise<void> {
  const hasEnded = await dropEndedActor(args);
  const mark = markIn(form);
  const account = mark ? accountInMark(mark) : null;
  if (!mark || !account) {
    if (hasEnded) throw data<SignedOut>(withoutForm, 401);
    return;
  }
  const actor = await actorOf(args);
  if (actor?.userId === account) {
    if (form.pairs.some(([name]) => name === againField)) await forgetUnsent(actor);
    return;
  }
  const fields = [...form.fields].filter(([name]) => !isSecret(name));
  const shown = [...form.shown].filter((name) => !parseId(form.fields.get(name)));
  const unsent = { path: returnPathOf(args.request), fields, shown, hadFile: form.hasFile };
  const isKept = fields.some(([name, value]) => shown.includes(name) && value.trim() !== "");
  if (isKept) await keepUnsent(account, unsent);
  throw data<SignedOut>(
    { kind: "signed-out", unsent: { ...unsent, mark }, isSignedIn: actor !== null, isKept },
    actor ? 403 : 401,
  );
}

/** Which account's page the form was on. */
export const markIn = ({ pairs }: ArrivedForm) => pairs.find(([name]) => name === markField)?.[1];

/** Passwords, codes and tokens are never written back or kept. */
export const isSecret = (name: string) => /password|token|credential|^code$/i.test(name);
