import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import { parseId } from "~/ids";
import { tidied } from "~/list-query";
import { readRows } from "~/platform/db.server";

/** As many as a page of anything about them can take. */
const fewEnough = 20;

/** Ids; `isMore` if a name is that of further people. */
export interface FoundPeople {
  ids: string[];
  isMore: boolean;
}

/**
 * Whom an admin means by an id, an address, or the beginning of a name or of its last word. An id is taken as it is: a
 * deleted account has one, too. Null for an empty text.
 * @param most of a name's people
 */
export async function findPeople(text: string, most = fewEnough): Promise<FoundPeople | null> {
  const meant = tidied(text);
  if (meant === "") return null;
  const id = parseId(meant);
  if (id) return { ids: [id], isMore: false };
  if (meant.includes("@")) {
    const email = canonicalEmail(meant);
    const account = email ? await findAccount(email) : null;
    return { ids: account ? [account.id] : [], isMore: false };
  }
  const rows = await readRows<{ id: string }>(`admin-find-${most}-people`, findText(most + 1), [meant]);
  return { ids: rows.slice(0, most).map((row) => row.id), isMore: rows.length > most };
}

/** SQL: a range scan of `key`'s index that stops at the limit. */
const beginningWith = (key: string, limit: number) => `
  (SELECT p.id FROM profiles p
    WHERE ${key} COLLATE "C" >= lower($1) COLLATE "C" AND ${key} COLLATE "C" < (lower($1) || U&'\\+10FFFD') COLLATE "C"
    ORDER BY ${key} COLLATE "C", p.id LIMIT ${limit})`;

const findText = (limit: number) => `
  ${beginningWith("lower(p.full_name)", limit)}
   UNION ${beginningWith("lower(regexp_replace(p.full_name, '^.*\\s', ''))", limit)}
   LIMIT ${limit}`;
