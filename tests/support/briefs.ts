import type { BriefFileView } from "~/features/projects/brief";
import type { ProjectView } from "~/features/projects/viewing.server";
import { deskProject } from "./applications";

const picture = { mediaId: "m", width: 1600, height: 900, widths: [640], tone: null };

/** A picture, a PDF and a sound. */
export const briefFiles: BriefFileView[] = [
  { id: "1", mediaId: "m1", name: "frame.png", bytes: 1_000, picture: { ...picture, mediaId: "m1" } },
  { id: "2", mediaId: "m2", name: "script.pdf", bytes: 2_000_000, picture: null },
  { id: "3", mediaId: "m3", name: "", bytes: 3_000, picture: null, peaks: null },
];

/** A project that says everything, as a contributor who may apply sees it. */
export const fullProject: ProjectView = {
  ...{ ...deskProject, isExpired: false, createdAt: "2026-11-20T12:00:00Z" },
  ...{ description: "First paragraph.\n\nThen more.", takesApplications: true, isHidden: false },
  ...{ services: ["Editing"], tools: ["Premiere"], visualStyles: ["Cinematic"], deliverables: "Six cuts" },
  ...{ startDate: "2027-01-04", timeline: "Two weeks", isOngoing: true, budgetType: "Hourly Rate" },
  ...{ amount: { unit: "hour", low: 6_000, high: 6_000 }, budgetDetails: "Plus music", isOwn: false },
  ...{ brandLink: "https://cleo.example/", questionsVersion: "v1", files: briefFiles },
  ...{ expiresAt: "2026-12-20T12:00:00Z", creator: { id: "cleo", name: "Cleo", avatarUrl: null } },
  match: { percent: 82, reasons: ["Both use Premiere"], shared: { services: [], styles: [], tools: [] } },
  ...{ application: null, invitation: null, newestPending: null, keptPending: null, posts: null },
};
