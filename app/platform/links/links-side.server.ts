/** What a site says about one of its pages. */
export interface LinkPreview {
  /** Empty if it has none. */
  title: string;
  /** Bytes of its still, of any type; null if there is none to have. */
  still: Uint8Array | null;
}

/** Null for a page that no one describes. Throws `SilentSite` if the site cannot be asked now. */
export interface LinksSide {
  describe(url: string): Promise<LinkPreview | null>;
}

/** Too slow, overloaded or away: worth asking again. */
export class SilentSite extends Error {}
