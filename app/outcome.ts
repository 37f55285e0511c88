/**
 * The result of a function that changes something: what it did, or why it refused.
 * @example Outcome<"not-found" | "own", { matchId: string }>
 */
export type Outcome<Reason extends string = never, Done extends object = object> =
  | ({ ok: true } & Done)
  | { ok: false; refused: Reason };

/** Beyond a limit in `rate-limit.server.ts`. The count starts over after `waitSeconds`. */
export interface Throttled {
  ok: false;
  refused: "too-many";
  waitSeconds: number;
}
