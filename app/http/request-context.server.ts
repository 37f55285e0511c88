import type { ServerResponse } from "node:http";
import "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";

/** What every door gets beside the Request; made by the server for each request. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId: string;
    /** The network address of who asks, as the trusted proxies report it. */
    clientAddress: string;
    /** Neither Sec-Fetch-Site nor Origin came along: the form must carry the token. */
    needsFormToken: boolean;
    /** Set by the first guard that asks, so that a page reads its session once. */
    actor?: Promise<Actor | null>;
    /** Set when a loader or action failed because the database did not answer. */
    databaseAway?: boolean;
    /** Where there is one, it is given the body of a page, and the Response comes without. */
    takeBody?: (body: Buffer | string) => void;
    /** Set by a door whose answer stays open: it is given the response once its head is known, and ends it. */
    keepOpen?: (response: ServerResponse) => void;
  }
}

export interface RouteArgs {
  request: Request;
  context: import("@remix-run/node").AppLoadContext;
}

/** Whether the person asked for as little data as possible (the Save-Data client hint). */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data")?.toLowerCase() === "on";
}
