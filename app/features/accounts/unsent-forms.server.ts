import { db } from "~/platform/db.server";
import { sealed } from "~/platform/tokens.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";

/** In ms: time to find a password, or to wait for a mailed link. */
const unsentFor = 86_400_000;

/** Encrypted, so that a page tells nothing about its account. It grants no access. */
const marks = sealed("matchcut account of a form");

/** In each form on an account's pages: says whose form it is, also after the session has ended. */
export const formMarkOf = (userId: string) => Buffer.from(marks.sealAlike(userId)).toString("base64url");

/** The account that a form's mark names; null unless we made it. */
export const accountInMark = (mark: string): string | null => marks.unseal(Buffer.from(mark, "base64url"));

/** A form that wasn't sent. */
export interface UnsentForm {
  /** Where it is sent. */
  path: string;
  fields: [name: string, value: string][];
  /** Names of the fields that people fill in. */
  shown: string[];
  hadFile: boolean;
}

/** Replaces an earlier one. Must hold no passwords, codes or tokens. Does nothing if the account is gone. */
export async function keepUnsent(userId: string, form: UnsentForm): Promise<void> {
  const { path, fields, shown, hadFile } = form;
  await db.$executeRaw`
    INSERT INTO unsent_forms (user_id, path, fields, shown, had_file)
    SELECT id, ${path}, ${JSON.stringify(fields)}::jsonb, ${shown}, ${hadFile} FROM users WHERE id = ${userId}::uuid
        ON CONFLICT (user_id) DO UPDATE
       SET path = EXCLUDED.path, fields = EXCLUDED.fields, shown = EXCLUDED.shown, had_file = EXCLUDED.had_file,
           created_at = now()`;
}

/** What the actor wrote within the last day and didn't send. */
export async function findUnsent({ userId }: Pick<Actor, "userId">): Promise<UnsentForm | null> {
  const unsent = await db.unsentForm.findFirst({
    where: { userId, createdAt: { gt: new Date(Date.now() - unsentFor) } },
    select: { path: true, fields: true, shown: true, hadFile: true },
  });
  return unsent && { ...unsent, fields: unsent.fields as UnsentForm["fields"] };
}

/** Once it is sent again, or discarded. */
export async function forgetUnsent(actor: Pick<Actor, "userId" | "sessionId">): Promise<void> {
  await transactionBy(actor, (tx) => tx.unsentForm.deleteMany({ where: { userId: actor.userId } }));
}

export const unsentBefore = (now: Date) => new Date(now.getTime() - unsentFor);
