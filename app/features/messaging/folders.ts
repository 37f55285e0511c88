/** Parts of the list of conversations. Requests and archived conversations appear only in their own part. */
export const folders = ["unread", "requests", "ignored", "groups", "archived"] as const;
export type Folder = (typeof folders)[number];
