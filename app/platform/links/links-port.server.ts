export interface LinkPreview {
  /** Empty if the work has no title. */
  title: string;
  /** The bytes of the thumbnail, of any type. Null if there's none. */
  still: Uint8Array | null;
}

/** Null for a page that no provider describes. Throws `SilentSite` if the site can't be reached now. */
export interface LinksPort {
  describe(url: string): Promise<LinkPreview | null>;
}

/** The site is too slow, overloaded or down, so a retry is worthwhile. */
export class SilentSite extends Error {}
