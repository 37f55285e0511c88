import { data } from "@remix-run/node";
import {
  accountInMark,
  forgetUnsent,
  keepUnsent,
  type UnsentForm,
} from "~/features/accounts/unsent-forms.server";
import { type RouteArgs, returnPathOf } from "./request-context.server";
import { actorOf, dropEndedActor } from "./session.server";

/** The hidden field that names a form's account. */
const markField = "_account";
/** Marks a form that shows text from an earlier form that wasn't sent. */
const againField = "_again";

/** A form that arrived without its account's session. */
export interface SignedOut {
  kind: "signed-out";
  /** The form's contents; null if it doesn't have one of our marks. */
  unsent: (UnsentForm & { mark: string }) | null;
  /** Whether someone else is signed in. */
  isSignedIn: boolean;
  /** Whether we keep the form, so that the account's owner finds it after signing in. */
  isKept: boolean;
}

/** A form that arrived, with or without a session of any account. */
export interface ArrivedForm {
  /** The pairs as they were sent, including fields that the schema doesn't declare. */
  pairs: readonly [string, string][];
  /** The fields that the schema declares. */
  fields: URLSearchParams;
  /** The names of the fields that people fill in. */
  shown: ReadonlySet<string>;
  hasFile: boolean;
}

/** The 401 page without a form. */
export const signedOut = () =>
  data<SignedOut>({ kind: "signed-out", unsent: null, isSignedIn: false, isKept: false }, 401);

/**
 * Checks the session again if it may have ended while the form was arriving, because a body may take an hour. Then
 * checks that the form belongs to its account. If it arrives without that account's session, because the person signed
 * out or signed in to another account, the action doesn't run. The response shows the form's text, which came from this
 * browser, and we keep the form for its account. A form without a valid mark passes, unless the session has ended.
 * @throws that page (401, or 403 for another account's session)
 */
export async function refuseOthersForm(args: RouteArgs, form: ArrivedForm): Promise<void> {
  const hasEnded = await dropEndedActor(args);
  const mark = markIn(form);
  const account = mark ? accountInMark(mark) : null;
  if (!mark || !account) {
    if (hasEnded) throw signedOut();
    return;
  }
  const actor = await actorOf(args);
  if (actor?.userId === account) {
    if (form.pairs.some(([name]) => name === againField)) await forgetUnsent(actor);
    return;
  }
  const fields = [...form.fields].filter(([name]) => !isSecret(name));
  const unsent = { path: returnPathOf(args.request), fields, shown: [...form.shown], hadFile: form.hasFile };
  const isKept = fields.some(([name, value]) => form.shown.has(name) && value.trim() !== "");
  if (isKept) await keepUnsent(account, unsent);
  throw data<SignedOut>(
    { kind: "signed-out", unsent: { ...unsent, mark }, isSignedIn: actor !== null, isKept },
    actor ? 403 : 401,
  );
}

/** The account that was signed in on the form's page. */
export const markIn = ({ pairs }: ArrivedForm) => pairs.find(([name]) => name === markField)?.[1];

/** Passwords, codes and tokens are never written back or kept. */
export const isSecret = (name: string) => /password|token|credential|^code$/i.test(name);
