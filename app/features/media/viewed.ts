import type { OriginalView, Peaks, PictureView } from "./media";

/**
 * What the viewer opens: a work sample by its ID, or a picture or video of a brief or message by the ID of its file.
 */
export type ViewedKind = "sample" | "reference" | "message";

/** One piece of work in the viewer. */
export interface ViewedWork {
  /** In the viewer's URL. */
  id: string;
  title: string;
  /** The owner's name. */
  by: string;
  /** For example, its owner's role and the date. */
  facts: string[];
  picture: PictureView | null;
  /** Null if it has none. Unset for work samples, which have no originals, because they're public. */
  original?: OriginalView | null;
  video: { mediaId: string; width: number; height: number } | null;
  sound?: { mediaId: string; peaks: Peaks } | null;
  /** A file to download. */
  file: { mediaId: string; words: string } | null;
  /** Set for work on another site. */
  link: { url: string; words: string } | null;
  /** Where the work can be reported; null for the viewer's own. */
  report: string | null;
}

/** Work that's shown together, in order. */
export interface Viewing {
  heading: string;
  /** Where the viewer returns to by default. */
  home: string;
  works: ViewedWork[];
}
