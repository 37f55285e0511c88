import type { PictureView } from "~/features/media/media";

/** References of one brief. */
export const mostBriefFiles = 10;

/** A picture, shown; or a PDF, which is saved. */
export interface BriefFileView {
  id: string;
  mediaId: string;
  /** As its owner's device names it; may be empty. */
  name: string;
  bytes: number;
  picture: PictureView | null;
}

/** The actor's own draft, or a project of theirs. */
export type BriefWithFiles = { draftKey: string } | { projectId: string };
