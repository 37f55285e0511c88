import { createHash } from "node:crypto";
import type { Person } from "./account.ts";
import { type Collection, idsOf } from "./collection.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const hashOf = (text: string) => `\\x${hash(text)}`;

/** The demo creator's invitations, in each state, and a search that she has saved. */
export function addGrowth(all: Collection, dana: Person, joined: readonly Person[]): void {
  let count = 0;
  // Doesn't use the generator, because that would change the IDs of its later rows.
  const newId = () => {
    count += 1;
    const text = hash(`growth ${count}`);
    const parts = [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `8${text.slice(17, 20)}`];
    return [...parts, text.slice(20, 32)].join("-");
  };
  all.add("referral_codes", { user_id: dana.id, code: dana.id.slice(0, 8) });
  const mails = ["w•••@example.com", "l•••@example.org", "k•••@example.net"].map((masked, index) => {
    const id = newId();
    all.add("mailed_invitations", {
      id,
      inviter_id: dana.id,
      address_hash: hashOf(id),
      masked,
      code: newId().replaceAll("-", "").slice(0, 12),
      created_at: all.daysAgo(24 - index * 10),
    });
    return id;
  });
  const noor = { id: newId(), fullName: "Noor Haddad" };
  all.addPerson({
    id: noor.id,
    email: "noor.haddad@example.com",
    password_hash: all.passwordHash,
    full_name: noor.fullName,
    joined_at: all.daysAgo(1),
  });
  const [first, second, third, own] = joined;
  if (!(first && second && third && own)) throw new Error("The seed made too few people.");
  const states = [
    { who: first, at: 21, rewarded: 20, mail: mails[0] },
    { who: second, at: 14, rewarded: 12 },
    { who: third, at: 3, rewarded: 2 },
    { who: own, at: 8, refused: "same-device" },
    { who: noor, at: 1 },
  ];
  for (const { who, at, rewarded, refused, mail } of states)
    all.add("referrals", {
      id: newId(),
      referrer_id: dana.id,
      invitee_id: who.id,
      invitation_id: mail ?? null,
      address_hash: hashOf(who.id),
      created_at: all.daysAgo(at),
      rewarded_at: rewarded ? all.daysAgo(rewarded) : null,
      refused: refused ?? null,
    });
  const boosts = [
    { who: dana, reason: "referrer", from: 20, to: -70 },
    { who: third, reason: "invitee", from: 2, to: -5 },
  ];
  for (const { who, reason, from, to } of boosts)
    all.add("boosts", {
      id: newId(),
      user_id: who.id,
      reason,
      starts_at: all.daysAgo(from),
      ends_at: all.daysAgo(to),
    });
  const [service] = idsOf(all.catalog.services, ["Thumbnail Designer"]);
  all.add("saved_searches", {
    id: newId(),
    user_id: dana.id,
    kind: "people",
    name: "Thumbnails for spring",
    query: `?service=${service}`,
    pace: "weekly",
    next_at: all.daysAgo(-3),
    created_at: all.daysAgo(4),
  });
}

/** Run it after the commit, which lists people, so that only later people are new to the searches. */
export const beginSearches = "UPDATE saved_searches SET seen_to = now()";
