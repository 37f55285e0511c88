import { db } from "~/platform/db.server";
import { sealed } from "~/platform/tokens.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";

/** In ms: long enough to find a password or to wait for an emailed link. */
const unsentFor = 86_400_000;

/** Encrypted, so that a page doesn't contain the ID of its account. A mark grants no access. */
const marks = sealed("matchcut account of a form");

/**
 * A hidden value in every form for signed-in people. It says whose form it is, even if the session has ended by the
 * time the form is sent.
 */
export const formMarkOf = (userId: string) => Buffer.from(marks.sealAlike(userId)).toString("base64url");

/** The ID of the account whose form has this mark; null unless we made the mark. */
export const accountInMark = (mark: string): string | null => marks.unseal(Buffer.from(mark, "base64url"));

/** A form that was sent after its session had ended. */
export interface UnsentForm {
  /** The path that the form posts to. */
  path: string;
  fields: [name: string, value: string][];
  /** The names of the fields that people fill in, which the page shows again. */
  shown: string[];
  hadFile: boolean;
}

/**
 * Stores a form that arrived too late, and replaces any earlier one. It may not contain passwords, codes or tokens.
 * Does nothing if the account doesn't exist anymore.
 */
export async function keepUnsent(userId: string, form: UnsentForm): Promise<void> {
  const { path, fields, shown, hadFile } = form;
  await db.$executeRaw`
    INSERT INTO unsent_forms (user_id, path, fields, shown, had_file)
    SELECT id, ${path}, ${JSON.stringify(fields)}::jsonb, ${shown}, ${hadFile} FROM users WHERE id = ${userId}::uuid
        ON CONFLICT (user_id) DO UPDATE
       SET path = EXCLUDED.path, fields = EXCLUDED.fields, shown = EXCLUDED.shown, had_file = EXCLUDED.had_file,
           created_at = now()`;
}

/** The form that the actor filled in within the last day and that arrived after its session had ended. */
export async function findUnsent({ userId }: Pick<Actor, "userId">): Promise<UnsentForm | null> {
  const unsent = await db.unsentForm.findFirst({
    where: { userId, createdAt: { gt: new Date(Date.now() - unsentFor) } },
    select: { path: true, fields: true, shown: true, hadFile: true },
  });
  return unsent && { ...unsent, fields: unsent.fields as UnsentForm["fields"] };
}

/** Deletes the stored form once it's sent again or discarded. */
export async function forgetUnsent(actor: Actor): Promise<void> {
  await transactionBy(actor, (tx) => tx.unsentForm.deleteMany({ where: { userId: actor.userId } }));
}

export const unsentBefore = (now: Date) => new Date(now.getTime() - unsentFor);
