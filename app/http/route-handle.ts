/**
 * What a route needs from the server in front of Remix: its `handle` export, read at startup. A layout's handle applies
 * to the routes inside it.
 */
export interface RouteHandle {
  /** 'members': guests get no script. */
  script?: false | "members";
  /**
   * Replaces and includes the stylesheet that most pages use. For styles that only this page needs, so that they don't
   * make all others heavier. The build drops the rules that its routes can't use. `withStyles` sets it for
   * pages that client-side navigation shows.
   */
  styles?: Styles;
  /** In bytes, for anything but urlencoded forms; 64 kB by default. */
  bodyLimit?: number;
  bodyLimitWords?: string;
  /** The route receives files, which may take an hour to arrive and a minute to process. */
  isUpload?: true;
  /** Methods other than GET, HEAD and POST. */
  methods?: readonly string[];
  /** The action verifies another server's signature, so there's no CSRF check. */
  isWebhook?: true;
  /** Parameters that must not reach the log. */
  secretParams?: readonly string[];
  /** The service worker may keep a member's page, to show it to them offline. */
  keepsOffline?: true;
  /** The same page for every guest, served from memory. Its parameters, if any, name one of a fixed number of pages. */
  isPublic?: true;
  /**
   * Like `isPublic`, but the page is cached under its full URL, and only for this many seconds, because its content
   * changes and its path may have parameters.
   */
  publicSeconds?: number;
  /** Search engines may index it. All other responses tell them not to. A page may still say noindex itself. */
  isIndexed?: boolean;
  /**
   * If the action fails and the problem is on our end, the form's page shows the form again, with its values and these
   * errors.
   */
  formFailure?: string | string[];
  /** If the action fails and the problem is on our end, an error page has this title and offers to try again. */
  pageFailure?: string;
}

/** A stylesheet, or several if the page's views have little in common: each by the `view` in the loader's data. */
export type Styles = string | (Record<string, string> & { other: string });
