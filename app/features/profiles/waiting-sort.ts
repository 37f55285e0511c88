/** Of the contributors who wait, as it stands in the URL. */
export type WaitingSort = "oldest" | "newest";

export const waitingSorts: Readonly<Record<WaitingSort, string>> = {
  oldest: "Longest waiting first",
  newest: "Newest first",
};

export const readWaitingSort = (text: string | null): WaitingSort =>
  text === "newest" ? "newest" : "oldest";
