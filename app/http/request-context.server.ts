import type { ServerResponse } from "node:http";
import "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";

/** The context that every route gets in addition to the Request. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId: string;
    /** The client's address, according to the trusted proxies. */
    clientAddress: string;
    /** True if the browser sent neither Sec-Fetch-Site nor Origin. */
    needsFormToken: boolean;
    /** Set by the first guard, so that each request reads the actor only once. */
    actor?: Promise<Actor | null>;
    /** Whether the last byte of the request has arrived. */
    hasArrived?: () => boolean;
    /** Whether the last byte had arrived before the actor was read. */
    wasActorReadLast?: boolean;
    /** The form as it arrived, for the page that reports a failed action. Set once the form has been read. */
    sent?: SentForm;
    /** For the error page of a failed action. */
    preservedForm?: PreservedForm;
    databaseAway?: boolean;
    /** The action was refused because its sender has an unread warning. */
    isHeldByWarning?: boolean;
    /** Receives the page's body, which the Response then doesn't have. */
    takeBody?: (body: Buffer | string) => void;
    /** For a response that stays open. Called after its head has been sent; ends the response. */
    keepOpen?: (response: ServerResponse) => void;
  }
}

/** What's wrong with the form as a whole, or with each field, by its name ('' is the form as a whole). */
export type FormErrors = string | Record<string, string[]>;

export interface SentForm {
  fields: URLSearchParams;
  /** The names of the fields that people fill in. */
  shown: ReadonlySet<string>;
  /** Shows the page again and keeps its values. Set if the form was read against a schema. */
  refuse?: (errors: FormErrors, status?: number) => unknown;
}

/** The form without passwords and files, which can be sent again to `action`. */
export interface PreservedForm {
  action: string;
  fields: [string, string][];
}

export interface RouteArgs {
  request: Request;
  context: import("@remix-run/node").AppLoadContext;
}

/** The path and query without Remix's additions. */
export function returnPathOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  return `${url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")}${url.search}`;
}

/** Whether to save data, because the browser's header says so or because the person chose it for all their browsers. */
export function savesData(request: Request, actor: Actor | null): boolean {
  return actor?.savesData || request.headers.get("Save-Data")?.toLowerCase() === "on";
}
