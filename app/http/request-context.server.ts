import type { ServerResponse } from "node:http";
import "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";

/** What every route gets beside the Request; the server makes one per request. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId: string;
    /** The client's network address, as reported by the trusted proxies. */
    clientAddress: string;
    /** Neither Sec-Fetch-Site nor Origin was sent: the form must carry the token. */
    needsFormToken: boolean;
    /** Set by the first guard, so that a page reads its session once. */
    actor?: Promise<Actor | null>;
    /** The posted form once it is read, for the page that reports a failed action. */
    sent?: SentForm;
    /** What the error page keeps of a form whose action failed. */
    preservedForm?: PreservedForm;
    /** Set when a loader or action failed because the database is unavailable. */
    databaseAway?: boolean;
    /** If set, receives the page's body, and the Response comes without one. */
    takeBody?: (body: Buffer | string) => void;
    /** Set by a route whose response stays open: receives the response after its head is sent, and ends it. */
    keepOpen?: (response: ServerResponse) => void;
  }
}

export interface SentForm {
  fields: URLSearchParams;
  /** Shows the same page again with the values kept; set if the form was read against a schema. */
  refuse?: (errors: Record<string, string[]>, status?: number) => unknown;
}

/** A form posted to `action`, without passwords and files, so that it can be sent again. */
export interface PreservedForm {
  action: string;
  fields: [string, string][];
}

export interface RouteArgs {
  request: Request;
  context: import("@remix-run/node").AppLoadContext;
}

/** Whether the client sent the Save-Data hint. */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data")?.toLowerCase() === "on";
}
