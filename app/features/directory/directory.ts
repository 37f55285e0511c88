export const directorySorts = ["work", "new"] as const;
export type DirectorySort = (typeof directorySorts)[number];

export const directorySortLabels: Record<DirectorySort, string> = {
  work: "Work first",
  new: "Newest first",
};

/** Of a page's query; anything else is the usual order. */
export function readDirectorySort(text: string | null): DirectorySort {
  return text === "new" ? "new" : "work";
}

/** Where a page begins: after this row. */
export interface DirectoryCursor {
  hasCover: boolean;
  seq: string;
}

/** 'w120' after a listing with a picture, 'n120' after one without. */
export function directoryCursorOf({ hasCover, seq }: DirectoryCursor): string {
  return `${hasCover ? "w" : "n"}${seq}`;
}

/** Malformed cursors start at the beginning. */
export function readDirectoryCursor(text: string | null): DirectoryCursor | null {
  const [, kind, seq] = /^([wn])(\d{1,18})$/.exec(text ?? "") ?? [];
  return kind && seq ? { hasCover: kind === "w", seq } : null;
}
