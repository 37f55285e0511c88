import { onOurEnd, retryText } from "~/failure-words";
import { confirmFirst } from "~/features/accounts/account-words";
import type { RefusedFile } from "~/features/media/opening.server";
import type { PlanName } from "~/features/plans/plan";
import { type AttachmentRefusal, attachmentRefusalWords } from "./attachment";
import { durationWords, type StartRefusal, startingWords, startLimitWords } from "./starting";

/** Parts of the list of conversations. Requests and archived conversations appear only in their own part. */
export const folders = ["unread", "requests", "ignored", "groups", "archived"] as const;
export type Folder = (typeof folders)[number];

/** In minutes. */
export const changeableFor = 15;

/** For a first message that's waiting for the other person's answer, or for some of a group's members to answer. */
export function pendingText(awaitedNames: readonly string[]): string {
  if (awaitedNames.length === 0) return messageWords.pending;
  return `Waiting for a reply from ${groupTitle(awaitedNames)}. You can write again once everyone you haven't matched with has replied or accepted.`;
}

/** Enough of a random ID to tell a thread's messages apart. A whole one takes 22 bytes of a compressed page. */
export const idEndOf = (messageId: string) => messageId.slice(-8);

/** In UTF-16 code units, as maxlength counts. */
export const longestMessage = 5000;

/** A row of `message_use`; `limit` may be `unlimited`, and is null if messages to the person aren't counted. */
export interface MessageUse {
  plan: PlanName;
  used: number;
  limit: number | null;
}

/** How many messages a plan has left, and when it resets, as a phrase. */
export interface MessageAllowance {
  left: number;
  resets: string;
}

export const messageWords = {
  failed: "Failed to send message",
  waiting: "Waiting for a connection",
  notStored: `${onOurEnd}, and your text is still here. Please try again.`,
  limit: "Message Limit Reached" as const,
  empty: "Please write a message",
  tooLong: `Please use at most ${longestMessage} characters`,
  idTaken: "This form was already used for another message. Your text is still here. Please send it again.",
  gone: "You can't message this person anymore.",
  hidden: "We closed this conversation because it breaks our guidelines. No one can write in it.",
  noneLeft: "There's no one left in this conversation.",
  deleted: "This message was deleted",
  changeOver: `You can edit or delete a message for ${changeableFor} minutes. This one can't be changed anymore.`,
  notChanged: "We couldn't change your message. Please try again.",
  deletion:
    "This deletes the message and any file in it for everyone. A placeholder shows that something was here.",
  onlyOne: "You can send one message until they accept or reply.",
  pending:
    "Your first message is waiting for a reply. You can write again once they accept or reply, or when you match.",
};

/** Refusals of a message that sending it again can't help. */
export const lastingRefusals: readonly SendRefusal["refused"][] = [
  "not-participant",
  "blocked",
  "gone",
  "none-left",
  "hidden",
];

export type SendRefusal =
  | {
      ok: false;
      refused:
        | "empty"
        | "too-long"
        | "not-participant"
        | "blocked"
        | "gone"
        | "none-left"
        | "hidden"
        | "request-waits"
        | "id-taken";
    }
  | { ok: false; refused: "too-many"; waitSeconds: number }
  | ({ ok: false; refused: "file"; why: AttachmentRefusal; sharesFiles: boolean } & RefusedFile)
  | { ok: false; refused: "message-limit"; resets: string };

/** Form errors for a refusal that the sender may know about. The key '' is for the whole form. */
export function refusalErrors(refusal: SendRefusal | StartRefusal): Record<string, string[]> {
  switch (refusal.refused) {
    case "message-limit":
      return { "": [messageWords.limit, refusal.resets] };
    case "too-many":
      return {
        "": [`You're sending messages too quickly. Please try again ${retryText(refusal.waitSeconds)}.`],
      };
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
          `${refusal.name} hasn't replied to your last message yet. You can write again once they reply, or start another conversation with them in ${durationWords(refusal.waitSeconds)}.`,
        ],
      };
    case "not-yet":
      return { "": [startingWords.notYet] };
    case "unconfirmed":
      return { "": [confirmFirst] };
    case "none-chosen":
      return { "": [startingWords.noneChosen] };
    case "not-all-there":
      return { "": [startingWords.notAllThere] };
    case "group-too-large":
      return { "": [startingWords.groupTooLarge] };
    case "hidden":
      return { "": [messageWords.hidden] };
    case "none-left":
      return { "": [messageWords.noneLeft] };
    case "yourself":
    case "not-found":
    case "gone":
    case "blocked":
    case "not-participant":
      return { "": [messageWords.gone] };
  }
}

/** The HTTP status for a refusal that the sender may know about. */
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

/** Shown instead of an account that was removed. */
export const deletedPerson = "Deleted user";

/** Shown for people who have no name or are hidden for now. */
export const unknownPerson = "Unknown User";

export function groupTitle(names: readonly string[]): string {
  if (names.length === 0) return unknownPerson;
  if (names.length <= 3) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…`;
}
