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

/** The site is too slow, overloaded or down: worth a retry. */
export class SilentSite extends Error {}
