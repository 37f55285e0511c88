/** For how many minutes a message's writer may edit or delete it. */
export const changeableFor = 15;

/** How many others one may write to at once. */
export const largestGroup = 20;

/** Characters, as a browser's maxlength counts them. */
export const longestMessage = 5000;

/** What a plan leaves of messages, and in words when it allows more. */
export interface MessageRoom {
  left: number;
  resets: string;
}

export const messageWords = {
  failed: "Failed to send message",
  notStored: "The failure is ours. Your text is kept: please try again.",
  limit: "Message Limit Reached",
  empty: "Please write a message",
  tooLong: `Please use at most ${longestMessage} characters`,
  idTaken: "This form was sent already. Your text is kept: please send it again.",
  gone: "This person can no longer be written to.",
  nobodyLeft: "Nobody is left in this conversation.",
  deleted: "This message was deleted",
  changeOver: `A message can be changed for ${changeableFor} minutes. This one stands.`,
  nobodyChosen: "Please select at least one user",
  notCreated: "Failed to create conversation. Please try again.",
  noneFound: "No users found matching your search",
  allChosen: "All matching users are already selected",
  notSearched: "Failed to search users",
  onlyOne: "This is your one message until they answer.",
  waits: "Your first message waits for an answer. You can write on once they answer, or when you match.",
};

export type SendRefusal =
  | {
      ok: false;
      refused: "empty" | "too-long" | "not-participant" | "blocked" | "gone" | "request-waits" | "id-taken";
    }
  | { ok: false; refused: "too-many"; waitSeconds: number }
  /** `resets` says in words when the plan allows another. */
  | { ok: false; refused: "message-limit"; resets: string };

/** What a refused message says, by field; '' is the whole form. For refusals that the sender may know of. */
export function refusalErrors(refusal: SendRefusal): Record<string, string[]> {
  switch (refusal.refused) {
    case "message-limit":
      return { "": [messageWords.limit, refusal.resets] };
    case "too-many":
      return { "": [`Too many messages. Please try again in ${refusal.waitSeconds} seconds.`] };
    case "id-taken":
      return { messageId: [messageWords.idTaken] };
    case "empty":
      return { content: [messageWords.empty] };
    case "too-long":
      return { content: [messageWords.tooLong] };
    case "request-waits":
      return { "": [messageWords.waits] };
    case "gone":
    case "blocked":
    case "not-participant":
      return { "": [messageWords.gone] };
  }
}

/** When the plan allows another message, in words; null unless this refusal was for the plan's limit. */
export function limitIn(errors: Record<string, string[] | null> | null | undefined): string | null {
  const [title, resets = ""] = errors?.[""] ?? [];
  return title === messageWords.limit ? resets : null;
}

/** Somebody without a name, or who is no longer here. */
export const unknownPerson = "Unknown User";

/** What a group is called: the names of its others. */
export function groupTitle(names: readonly string[]): string {
  if (names.length === 0) return unknownPerson;
  if (names.length <= 3) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

/** A message as it is stored: line breaks as one sign, nothing blank around it. */
export function tidyMessage(raw: string): string {
  return raw.replace(/\r\n?/g, "\n").trim();
}

/** U+0085 is a blank to PostgreSQL, whose check would refuse it, and a letter to JavaScript's trim. */
export function isBlank(text: string): boolean {
  return !/[^\s\u0085]/.test(text);
}

/** A message's id, made where there is script; browsers have crypto.randomUUID over https alone. */
export function newId(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
