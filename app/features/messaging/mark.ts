import { paths } from "~/paths";

/** What passes between open pages and is stored nowhere: "typing", "who is here?" and its answer "here". */
export const marks = ["typing", "hello", "here"] as const;
export type Mark = (typeof marks)[number];

/** Tells the others of a conversation; nobody waits for it, and a line that breaks loses it. */
export function sayMark(conversationId: string, mark: Mark): void {
  fetch(paths.conversationMarks(conversationId), {
    method: "POST",
    body: new URLSearchParams({ mark }),
  }).catch(() => {});
}
