import { hash, verify } from "@node-rs/argon2";
import { takingTurns } from "~/platform/taking-turns";

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes a libuv thread and 19 MiB; more would starve file and DNS work. */
const inTurn = takingTurns(2);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let dummy: Promise<string> | undefined;

/** Takes equally long without an account, so that timing reveals nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword("there is no such account");
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => verify(against, password));
  return fits && stored !== null;
}
