/** Parts of the list of conversations. Requests and archived conversations are in theirs alone. */
export const folders = ["unread", "requests", "ignored", "groups", "archived"] as const;
export type Folder = (typeof folders)[number];
