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
    /** What a form has sent, once it is read, for the page that says that its act failed. */
    sent?: SentForm;
    /** What the error page keeps of a form whose act failed. */
    keptForm?: KeptForm;
    /** Set when a loader or action failed because the database did not answer. */
    databaseAway?: boolean;
    /** Where there is one, it is given the body of a page, and the Response comes without. */
    takeBody?: (body: Buffer | string) => void;
    /** Set by a door whose answer stays open: it is given the response once its head is known, and ends it. */
    keepOpen?: (response: ServerResponse) => void;
  }
}

export interface SentForm {
  /** As its schema declares them. */
  fields: URLSearchParams;
  /** The same page again with the values kept, where the form was read against a schema. */
  refuse?: (errors: Record<string, string[]>, status?: number) => unknown;
}

/** A form that was sent to `action`, without its passwords and files, so that it can be sent again. */
export interface KeptForm {
  action: string;
  fields: [string, string][];
}

export interface RouteArgs {
  request: Request;
  context: import("@remix-run/node").AppLoadContext;
}

/** Whether the person asked for as little data as possible (the Save-Data client hint). */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data")?.toLowerCase() === "on";
}
