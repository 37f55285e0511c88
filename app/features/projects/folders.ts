/** Where an owner finds an application. */
export const folders = ["all", "waiting", "shortlisted", "archived", "accepted", "declined"] as const;
export type Folder = (typeof folders)[number];

export const folderLabels: Record<Folder, string> = {
  all: "All",
  waiting: "New",
  shortlisted: "Shortlist",
  archived: "Archived",
  accepted: "Accepted",
  declined: "Declined",
};
