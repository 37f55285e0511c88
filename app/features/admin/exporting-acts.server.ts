import type { Actor } from "~/features/accounts/actor";
import type { ActFilter } from "./act-filter";
import type { ActPerson } from "./act-view";
import { readAllActs } from "./listing-acts.server";

const columnsOf = (who: string) => [who, `${who} email`, `${who} id`];

export const actColumns = [
  "Time (UTC)",
  "Act",
  ...columnsOf("Admin"),
  ...columnsOf("Person"),
  "Reason",
  "Before",
  "After",
];

const cellsOf = (person: ActPerson | null, nobody: string) =>
  person ? [person.name ?? "Deleted user", person.email ?? "", person.id] : [nobody, "", ""];

/** The rows of `actColumns`, newest first, read as they are taken. None for non-admins. */
export async function* actRows(admin: Actor, filter: ActFilter): AsyncGenerator<string[]> {
  for await (const { at, act, admin: by, person, reason, before, after } of readAllActs(admin, filter)) {
    yield [at, act, ...cellsOf(by, "Command line"), ...cellsOf(person, ""), reason, before, after];
  }
}
