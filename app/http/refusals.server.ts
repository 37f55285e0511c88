import { data } from "@remix-run/node";
import type { PreservedForm } from "./request-context.server";

/** The data of a thrown response. */
export type Refusal =
  | { kind: "not-found"; written?: string }
  | { kind: "forbidden"; text: string }
  | { kind: "admins-only" }
  | ({ kind: "signed-out" } & PreservedForm)
  | ({ kind: "warned" } & PreservedForm)
  | { kind: "bad-request"; title: string; text: string }
  | { kind: "failed"; title: string; text: string; preserved: PreservedForm | null };

/**
 * Private and blocked look the same as absent.
 * @param written text that was sent to it, shown for another use
 */
export function notFound(written?: string) {
  return data<Refusal>({ kind: "not-found", written: written || undefined }, 404);
}

export function forbidden(text: string) {
  return data<Refusal>({ kind: "forbidden", text }, 403);
}

/** For members; the area itself is no secret. */
export function adminsOnly() {
  return data<Refusal>({ kind: "admins-only" }, 403);
}

/** When there is no form page to show again. */
export function badRequest(status: 400 | 403 | 409 | 413 | 415, title: string, text: string) {
  return data<Refusal>({ kind: "bad-request", title, text }, status);
}

/** 'in 40 seconds', 'in 3 minutes'. */
export function retryText(seconds: number): string {
  if (seconds < 90) return `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
