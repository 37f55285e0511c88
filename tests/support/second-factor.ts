import { Secret, TOTP } from "otpauth";
import { findActor } from "~/features/accounts/sessions.server";
import { findSetup, finishSetup, startSetup } from "~/features/second-factor/managing.server";
import { db } from "~/platform/db.server";
import { type Person, personPassword } from "./people";

/** The code that an authenticator app with this key shows at the time. */
export function codeAt(secret: string, now = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: now });
}

export interface Factor {
  secret: string;
  recoveryCodes: string[];
  freshCode(): Promise<string>;
}

/** Sets up a second factor with the functions behind the pages, which also counts as proof for the session. */
export async function giveFactor(person: Person): Promise<Person & { factor: Factor }> {
  const { userId } = person;
  await startSetup(person, personPassword);
  const { secret = "" } = (await findSetup(person)) ?? {};
  const done = await finishSetup(person, codeAt(secret));
  const actor = await findActor(person.token);
  if (!done.ok || !actor) throw new Error("the second factor wasn't set up");
  const freshCode = async () => {
    await db.authenticatorApp.update({ where: { userId }, data: { lastStep: 0 } });
    return codeAt(secret);
  };
  return { ...person, ...actor, factor: { secret, recoveryCodes: done.codes, freshCode } };
}
