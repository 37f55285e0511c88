/** Our own choice: enough for a film crew, but too few for a mailing list. */
export const largestGroup = 10;

/** In UTF-16 code units, as maxlength counts. */
export const longestGroupName = 60;

/**
 * Per person in `startHours`, on every plan. Groups count; conversations with connected people don't. This is also our
 * own choice.
 */
export const newConversationsADay = 20;
/** Must match `seconds_until_over` (prisma/sql/messaging.sql). */
export const startHours = 24;

export const startingWords = {
  noneChosen: "Please select at least one user",
  groupTooLarge: `A group can have up to ${largestGroup} other people.`,
  notCreated: "Failed to create conversation. Please try again.",
  notAllThere:
    "You can't message everyone you chose anymore, so nothing was sent. Your text is still here for the others.",
  noneFound: "No users found matching your search",
  allChosen: "All matching users are already selected",
  notSearched: "Failed to search users",
  notYet:
    "You can start conversations once your profile is complete and, if you offer services, approved. Until then, you can reply to anyone who writes to you.",
  hidden:
    "You can't start conversations while your profile is hidden. Your profile page says why. You can still reply to anyone who writes to you.",
};

/** Why someone who may start no conversations can't. */
export const notYetWords = ({ isProfileHidden }: { isProfileHidden: boolean }) =>
  isProfileHidden ? startingWords.hidden : startingWords.notYet;

export type StartRefusal =
  | {
      ok: false;
      refused:
        | "not-yet"
        | "unconfirmed"
        | "yourself"
        | "not-found"
        | "none-chosen"
        | "not-all-there"
        | "group-too-large";
    }
  | { ok: false; refused: "daily-limit"; waitSeconds: number }
  /** One of the people hasn't replied to what the actor sent them in the last 24 hours. */
  | { ok: false; refused: "asked-already"; name: string; waitSeconds: number };

/** '40 minutes', '3 hours'. */
export function durationWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 90) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

/** Shown above a form that starts a conversation. */
export function startWords({ left, waitSeconds }: { left: number; waitSeconds: number }): string {
  if (left === 0) return startLimitWords(waitSeconds);
  const rule = `You can start up to ${newConversationsADay} conversations in 24 hours`;
  return left === newConversationsADay ? `${rule}.` : `${rule}. You have ${left} left.`;
}

export const startLimitWords = (waitSeconds: number) =>
  `You've reached the limit of ${newConversationsADay} new conversations in 24 hours. You can start another in ${durationWords(waitSeconds)}.`;
