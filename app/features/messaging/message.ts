import { confirmFirst } from "~/features/accounts/account-words";
import type { RefusedFile } from "~/features/media/opening.server";
import { type AttachmentRefusal, attachmentRefusalWords } from "./attachment";
import { durationWords, type StartRefusal, startingWords, startLimitWords } from "./starting";

/** In minutes. */
export const changeableFor = 15;

/** For a first message that awaits an answer: from the other person, or from some of a group. */
export function pendingText(awaitedNames: readonly string[]): string {
  if (awaitedNames.length === 0) return messageWords.pending;
  return `Your message is waiting for an answer from ${groupTitle(awaitedNames)}. You can write again once everyone you have not matched with has answered.`;
}

/** In UTF-16 code units, as maxlength counts. */
export const longestMessage = 5000;

/** How many messages a plan has left, and when it resets, as a phrase. */
export interface MessageAllowance {
  left: number;
  resets: string;
}

export const messageWords = {
  failed: "Failed to send message",
  notStored: "The failure is ours. Your text is kept: please try again.",
  limit: "Message Limit Reached" as const,
  empty: "Please write a message",
  tooLong: `Please use at most ${longestMessage} characters`,
  idTaken: "This form was sent already. Your text is kept: please send it again.",
  gone: "You can no longer message this person.",
  hidden: "We have closed this conversation, because it breaks our guidelines. Nobody can write in it.",
  noneLeft: "Nobody is left in this conversation.",
  deleted: "This message was deleted",
  changeOver: `A message can be changed for ${changeableFor} minutes. This one can no longer be changed.`,
  notChanged: "Failed to change message. Please try again.",
  deletion: "This permanently removes its text for everyone and leaves a placeholder.",
  onlyOne: "You can send only this message until they answer.",
  pending:
    "Your first message is waiting for an answer. You can write again once they answer, or when you match.",
};

export type SendRefusal =
  | {
      ok: false;
      refused:
        | "empty"
        | "too-long"
        | "not-participant"
        | "blocked"
        | "gone"
        | "hidden"
        | "request-waits"
        | "id-taken";
    }
  | { ok: false; refused: "too-many"; waitSeconds: number }
  | ({ ok: false; refused: "file"; why: AttachmentRefusal; sharesFiles: boolean } & RefusedFile)
  | { ok: false; refused: "message-limit"; resets: string };

/** Form errors for a refusal that the sender may know of; '' is the whole form. */
export function refusalErrors(refusal: SendRefusal | StartRefusal): Record<string, string[]> {
  switch (refusal.refused) {
    case "message-limit":
      return { "": [messageWords.limit, refusal.resets] };
    case "too-many":
      return { "": [`Too many messages. Please try again in ${refusal.waitSeconds} seconds.`] };
    case "id-taken":
      return { messageId: [messageWords.idTaken] };
    case "file":
      return { file: [attachmentRefusalWords(refusal.why, refusal)] };
    case "empty":
      return { content: [messageWords.empty] };
    case "too-long":
      return { content: [messageWords.tooLong] };
    case "request-waits":
      return { "": [messageWords.pending] };
    case "daily-limit":
      return { "": [startLimitWords(refusal.waitSeconds)] };
    case "asked-already":
      return {
        "": [
          `${refusal.name} has not answered your last message yet. You can ask them again in ${durationWords(refusal.waitSeconds)}, and write again once they answer.`,
        ],
      };
    case "not-yet":
      return { "": [startingWords.notYet] };
    case "unconfirmed":
      return { "": [confirmFirst] };
    case "none-chosen":
      return { "": [startingWords.noneChosen] };
    case "not-all-there":
      return { "": [startingWords.notCreated] };
    case "group-too-large":
      return { "": [startingWords.groupTooLarge] };
    case "hidden":
      return { "": [messageWords.hidden] };
    case "yourself":
    case "not-found":
    case "gone":
    case "blocked":
    case "not-participant":
      return { "": [messageWords.gone] };
  }
}

/** The HTTP status for a refusal that the sender may know of. */
export function statusOf(refusal: SendRefusal | StartRefusal): number {
  const { refused } = refusal;
  if (refused === "too-many" || refused === "daily-limit" || refused === "asked-already") return 429;
  if (refused === "empty") return 400;
  return refused === "file" && refusal.why !== "storing" ? 422 : 409;
}

/** When the plan allows another message, as shown to the user; null for other refusals. */
export function limitIn(errors: Record<string, string[] | null> | null | undefined): string | null {
  const [title, resets = ""] = errors?.[""] ?? [];
  return title === messageWords.limit ? resets : null;
}

/** Shown in place of a removed account. */
export const deletedPerson = "Deleted user";

/** Shown for people without a name, or hidden for now. */
export const unknownPerson = "Unknown User";

export function groupTitle(names: readonly string[]): string {
  if (names.length === 0) return unknownPerson;
  if (names.length <= 3) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

export function tidyMessage(raw: string): string {
  return raw.replace(/\r\n?/g, "\n").trim();
}

/** U+0085 is white space to PostgreSQL's check constraint, but not to JavaScript. */
export function isBlank(text: string): boolean {
  return !/[^\s\u0085]/.test(text);
}

/** crypto.randomUUID exists only over HTTPS. */
export function newId(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}

/** Sent between open pages, never stored: "typing", "who is here?" and the answer "here". */
export const presenceSignals = ["typing", "hello", "here"] as const;
/** Sent by the server only: the other person has read the newest message, `seq`. */
export const seenSignal = "seen";
export type PresenceSignal = (typeof presenceSignals)[number];

export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…`;
}
