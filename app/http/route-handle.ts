import type { RouteFailure } from "./route-failure";

/**
 * What a route needs from the server in front of Remix: its `handle` export, read at startup. A layout's applies to
 * the routes inside it.
 */
export interface RouteHandle extends Partial<RouteFailure> {
  script?: false;
  /** In bytes, for anything but urlencoded forms; 64 kB by default. */
  bodyLimit?: number;
  bodyLimitWords?: string;
  /** In lower case, beyond those that every route gets. */
  readsHeaders?: readonly string[];
  /** The action verifies another server's signature, so there is no CSRF check. */
  isWebhook?: true;
  /** Must not reach the log. */
  secretParams?: readonly string[];
  /** The same page for every guest, served from memory. */
  isPublic?: true;
}
