import type { RouteFailure } from "./route-failure";

/**
 * What a route needs from the server in front of Remix: its `handle` export, read once at startup. A layout's handle
 * applies to the routes inside it.
 */
export interface RouteHandle extends Partial<RouteFailure> {
  script?: false;
  /** Body limit in bytes for anything but urlencoded forms; 64 kB by default. */
  bodyLimit?: number;
  bodyLimitWords?: string;
  /** Request headers it reads beyond the ones every route gets, in lower case. */
  readsHeaders?: readonly string[];
  /** Another server sends signed requests and the action verifies the signature, so there is no CSRF check. */
  isWebhook?: true;
  /** Parameters that must not reach the log. */
  secretParams?: readonly string[];
  /** The page is the same for every guest, and is served from memory. */
  isPublic?: true;
}
