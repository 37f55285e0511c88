import type { ServerResponse } from "node:http";
import type { Actor } from "~/features/accounts/actor";
import { findLivingSessions } from "~/features/accounts/sessions.server";
import { log } from "~/platform/log.server";
import { type Hint, subscribe } from "~/platform/realtime/realtime.server";
import type { RouteArgs } from "./request-context.server";

export interface LiveStream {
  /** Sends text on. Who does not take what was sent before is cut off, and looks again when they come back. */
  write(text: string): void;
  /** Ends in order, with the stream's last words. */
  end(): void;
}

export interface StreamPlan {
  contentType: string;
  /** Sent every 20 seconds, so that nobody on the way takes the line for dead. */
  heartbeat: string;
  /** Sent when the stream ends in order. */
  last(): string;
  /** Milliseconds; without it, as long as the session. */
  endsAfter?: number;
  /** Once the stream hears: what came before is to be fetched, what comes now is hinted at. */
  onStart?(stream: LiveStream): void;
  onHint(hint: Hint, stream: LiveStream): void;
}

class OpenStream implements LiveStream {
  readonly endsAt: number;

  constructor(
    private readonly response: ServerResponse,
    readonly sessionId: string,
    private readonly plan: StreamPlan,
  ) {
    this.endsAt = plan.endsAfter === undefined ? Number.POSITIVE_INFINITY : Date.now() + plan.endsAfter;
  }

  write(text: string): void {
    if (this.response.writableNeedDrain) this.response.destroy();
    else if (this.isOpen()) this.writeNow(text);
  }

  /** Not with the next tick, as Node would: what else this one still has to do comes after who listens. */
  private writeNow(text: string): void {
    this.response.cork();
    this.response.write(text);
    this.response.uncork();
  }

  end(): void {
    if (this.isOpen()) this.response.end(this.plan.last());
  }

  private isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  beat(): void {
    this.write(this.plan.heartbeat);
  }

  hear(hint: Hint): void {
    if ("sessions" in hint) endOver([this]);
    else this.plan.onHint(hint, this);
  }
}

/** Each second a twentieth of all streams has its heartbeat, and its sessions are looked at in one query. */
const groups: Set<OpenStream>[] = Array.from({ length: 20 }, () => new Set());
const ofPerson = new Map<string, Set<OpenStream>>();
/** More than a person's tabs and devices need; with one more the oldest ends. */
const mostOfPerson = 6;

let opened = 0;
let turn = 0;
let isTicking = false;
let isClosing = false;

/**
 * Answers a door with a response that stays open and hears what is live for the actor: until they leave, their
 * session ends, the time is over or the server stops.
 * @param first sent at once, and not kept
 */
export function openStream({ context }: RouteArgs, actor: Actor, first: string, plan: StreamPlan): Response {
  context.keepOpen = (response) => beginStream(response, actor, first, plan);
  return new Response(null, { headers: streamHeaders(plan) });
}

/** What the head of a stream's response says. */
export const streamHeaders = ({ contentType }: StreamPlan) => ({
  "Content-Type": contentType,
  "Cache-Control": "private, no-store, no-transform",
  // Asks nginx to pass each part on as it comes.
  "X-Accel-Buffering": "no",
});

/** Ends every stream, and from now on each new one at once: browsers come back to another process. */
export function endAllStreams(): void {
  isClosing = true;
  for (const group of groups) for (const stream of [...group]) stream.end();
}

/** Goes on with a response whose head is known, as `openStream` says. */
export function beginStream(
  response: ServerResponse,
  { userId: personId, sessionId }: Actor,
  first: string,
  plan: StreamPlan,
): void {
  if (response.destroyed) return;
  response.write(first);
  if (isClosing) {
    response.end(plan.last());
    return;
  }
  const group = groups[opened++ % groups.length] ?? new Set();
  const stream = new OpenStream(response, sessionId, plan);
  const own = ofPerson.get(personId) ?? new Set();
  ofPerson.set(personId, own.add(stream));
  group.add(stream);
  if (!isTicking) setInterval(tick, 1_000).unref();
  isTicking = true;
  const unsubscribe = subscribe(personId, (hint) => stream.hear(hint));
  response.once("close", () => {
    unsubscribe();
    group.delete(stream);
    own.delete(stream);
    if (own.size === 0 && ofPerson.get(personId) === own) ofPerson.delete(personId);
  });
  const [oldest] = own;
  if (oldest && own.size > mostOfPerson) {
    own.delete(oldest);
    oldest.end();
  }
  plan.onStart?.(stream);
}

function tick(): void {
  turn = (turn + 1) % groups.length;
  const due = [...(groups[turn] ?? [])];
  if (due.length === 0) return;
  for (const stream of due) {
    if (stream.endsAt <= Date.now()) stream.end();
    else stream.beat();
  }
  endOver(due);
}

/** Ends those whose sessions are over. While the database is away nobody is: nothing can be heard then, either. */
function endOver(streams: readonly OpenStream[]): void {
  findLivingSessions([...new Set(streams.map((stream) => stream.sessionId))]).then(
    (living) => {
      for (const stream of streams) if (!living.has(stream.sessionId)) stream.end();
    },
    (error: unknown) => log.warn({ err: error, streams: streams.length }, "sessions of streams not checked"),
  );
}
