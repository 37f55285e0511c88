import { parseId } from "~/ids";
import { search } from "~/platform/admin-list.server";
import { readRows } from "~/platform/db.server";
import { canonicalEmail } from "./email-address";
import { findAccount } from "./finding.server";

/** How many people a list can be filtered by, unless it asks for more. */
const fewEnough = 20;

/** Each branch scans an index range and stops at the limit. */
const text = `
  (SELECT p.id FROM profiles p
    WHERE name_key(p.full_name) COLLATE "C" >= name_key($1) COLLATE "C"
      AND name_key($1) <> '' AND name_key(p.full_name) COLLATE "C" < (name_key($1) || U&'\\+10FFFD') COLLATE "C"
    ORDER BY name_key(p.full_name) COLLATE "C", p.id LIMIT $2)
   UNION
  (SELECT p.id FROM profiles p
    WHERE name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C" >= name_key($1) COLLATE "C"
      AND name_key($1) <> '' AND name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C" < (name_key($1) || U&'\\+10FFFD') COLLATE "C"
    ORDER BY name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C", p.id LIMIT $2)
   LIMIT $2`;

/**
 * Finds people by ID, by email address, or by the beginning of a name or of its last word. An ID is returned without
 * checking that it exists, because the lists also know deleted accounts. Null for an empty search.
 * @param most the most people that a search by name finds; `isMore` says if there are more
 */
export async function findPeople(
  meant: string,
  most = fewEnough,
): Promise<{ ids: string[]; isMore: boolean } | null> {
  if (meant === "") return null;
  const id = parseId(meant);
  if (id) return { ids: [id], isMore: false };
  if (meant.includes("@")) {
    const email = canonicalEmail(meant);
    const account = email ? await findAccount(email) : null;
    return { ids: account ? [account.id] : [], isMore: false };
  }
  const rows = await readRows<{ id: string }>("accounts-find-people", text, [meant, most + 1]);
  return { ids: rows.slice(0, most).map((row) => row.id), isMore: rows.length > most };
}

/** A list's filter by person. */
export const searchPeople = (label: string, hint = "Email, name or ID") =>
  search(label, hint, {
    find: findPeople,
    moreFound: "More than 20 people have this name. To see the rest, search by email address or ID.",
  });
