import { data } from "@remix-run/node";
import type { KeptForm } from "./request-context.server";

/** What a guard or a route refused, as data of a thrown response. */
export type Refusal =
  | { kind: "not-found" }
  | { kind: "forbidden"; text: string }
  | ({ kind: "signed-out" } & KeptForm)
  | { kind: "bad-request"; title: string; text: string }
  | { kind: "failed"; title: string; text: string; kept: KeptForm | null };

/** Thrown by a guard or a door: the page 'Page not found'. A private or blocked thing looks the same as an absent one. */
export function notFound() {
  return data<Refusal>({ kind: "not-found" }, 404);
}

/** Thrown by a guard: a page that says what is missing, 403. */
export function forbidden(text: string) {
  return data<Refusal>({ kind: "forbidden", text }, 403);
}

/** Thrown while reading a form, or by a door that has no page to show again: a page that says what is wrong with the request itself. */
export function badRequest(status: 400 | 403 | 409 | 413 | 415, title: string, text: string) {
  return data<Refusal>({ kind: "bad-request", title, text }, status);
}

/** 'in 40 seconds', 'in 3 minutes': when a throttled act may be tried again. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
