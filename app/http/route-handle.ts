import type { RouteFailure } from "./route-failure";

/**
 * What a route needs of the server in front of Remix: its `handle` export, which the server reads once, at start.
 * A layout's handle holds for the routes inside it.
 */
export interface RouteHandle extends Partial<RouteFailure> {
  /** Its pages ship no script. */
  script?: false;
  /** The largest body in bytes, of anything but urlencoded forms; 64 kB without it. */
  bodyLimit?: number;
  /** What is said to a larger one. */
  bodyLimitWords?: string;
  /** Request headers, in lower case, that it reads beside those that every route gets. */
  readsHeaders?: readonly string[];
  /** Another server sends and signs what comes, and the action checks the signature: there is no CSRF check. */
  isWebhook?: true;
  /** Parameters that never reach the log. */
  secretParams?: readonly string[];
  /** The page is the same for every guest, and is served to them from memory. */
  isPublic?: true;
}
