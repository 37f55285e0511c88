import type { ServerResponse } from "node:http";
import type { Actor } from "~/features/accounts/actor";
import { findLivingSessions } from "~/features/accounts/sessions.server";
import type { Hint } from "~/hint";
import { log } from "~/platform/log.server";
import { countStreams } from "~/platform/metrics.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { issueRelayToken, relayConfigFor, subscribe } from "~/platform/realtime/realtime.server";
import type { RouteArgs } from "./request-context.server";

interface LiveStream {
  /** A client that stops reading is disconnected, and catches up when it reconnects. */
  write(text: string): void;
  end(): void;
}

export interface StreamPlan {
  contentType: string;
  /** Sent every 20 seconds, so that no proxy closes an idle connection. */
  heartbeat: string;
  /** Sent when the stream ends normally. */
  last(): string;
  /** In ms; by default, when the session ends. */
  endsAfter?: number;
  /** Called once subscribed. Fetches the changes from before; later ones arrive as hints. */
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

  /** Flushes now. Node would otherwise wait for the rest of this tick's work. */
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

  receive(hint: Hint): void {
    if (hint.kind === "sessions") endExpired([this]);
    else this.plan.onHint(hint, this);
  }
}

/** Every second, a twentieth of the streams get a heartbeat, and one query checks their sessions. */
const groups: Set<OpenStream>[] = Array.from({ length: 20 }, () => new Set());
const streamsByPerson = new Map<string, Set<OpenStream>>();
/**
 * More than one person's tabs and devices need. Beyond this, a new page without script ends the oldest stream, and a
 * page with script is refused and tries again later.
 */
const maxStreamsPerPerson = 6;

export const hasAllStreams = (personId: string) =>
  (streamsByPerson.get(personId)?.size ?? 0) >= maxStreamsPerPerson;

let opened = 0;
let turn = 0;
let isTicking = false;
let isClosing = false;

/**
 * Stays open and receives the actor's hints until they leave, their session ends, the time is up or the server stops.
 * @param first sent right away and not stored
 */
function openStream({ context }: RouteArgs, actor: Actor, first: string, plan: StreamPlan): Response {
  context.keepOpen = (response) => beginStream(response, actor, first, plan);
  return new Response(null, { headers: streamHeaders(plan) });
}

export const streamHeaders = ({ contentType }: StreamPlan) => ({
  "Content-Type": contentType,
  "Cache-Control": "private, no-store, no-transform",
  // Tells nginx not to buffer.
  "X-Accel-Buffering": "no",
});

/** Also ends new streams right away, so that browsers reconnect to another process. */
export function endAllStreams(): void {
  isClosing = true;
  for (const group of groups) for (const stream of [...group]) stream.end();
}

/** Continues `openStream` after the response's head. */
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
  const own = streamsByPerson.get(personId) ?? new Set();
  streamsByPerson.set(personId, own.add(stream));
  group.add(stream);
  countStreams(1);
  if (!isTicking) setInterval(tick, 1_000).unref();
  isTicking = true;
  const unsubscribe = subscribe(personId, (hint) => stream.receive(hint));
  response.once("close", () => {
    unsubscribe();
    countStreams(-1);
    group.delete(stream);
    own.delete(stream);
    if (own.size === 0 && streamsByPerson.get(personId) === own) streamsByPerson.delete(personId);
  });
  const [oldest] = own;
  if (oldest && own.size > maxStreamsPerPerson) {
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
  endExpired(due);
}

/** Doesn't end streams while the database is unavailable, because no hints can arrive then, either. */
function endExpired(streams: readonly OpenStream[]): void {
  findLivingSessions([...new Set(streams.map((stream) => stream.sessionId))]).then(
    (living) => {
      for (const stream of streams) if (!living.has(stream.sessionId)) stream.end();
    },
    (error: unknown) =>
      log.warn({ err: error, streams: streams.length }, "couldn't check the sessions of open streams"),
  );
}

interface LivePagePlan {
  /** The beginning of the page, which stays open. */
  first: string;
  last(): string;
  isRelevant(hint: Hint): boolean;
  /** What's new since the last call, as HTML; null ends the page. */
  fetchChanges(): Promise<string | null>;
}

/** Long enough to feel live, but a forgotten page still closes. */
const tenMinutes = 600_000;

/** A page that stays open and appends new content, so that people get live updates without script. */
export function openLivePage(
  args: RouteArgs,
  actor: Actor,
  { first, last, isRelevant, fetchChanges: findNew }: LivePagePlan,
): Response {
  let isFetching = false;
  let isPending = false;

  /** Runs one query at a time; hints that arrive in the meantime cause one more. */
  async function fetchChanges(stream: LiveStream): Promise<void> {
    isPending = true;
    if (isFetching) return;
    isFetching = true;
    try {
      while (isPending) {
        isPending = false;
        const html = await findNew();
        if (html === null) return stream.end();
        if (html) stream.write(html);
      }
    } catch (error) {
      // Every stream is told to catch up once the database is back.
      log.warn({ err: error }, "couldn't update a live page");
    } finally {
      isFetching = false;
    }
  }

  return openStream(args, actor, first, {
    contentType: "text/html; charset=utf-8",
    heartbeat: "<!-- -->\n",
    last,
    endsAfter: tenMinutes,
    onStart: fetchChanges,
    onHint: (hint, stream) => {
      if (hint.kind === "catch-up" || isRelevant(hint)) fetchChanges(stream);
    },
  });
}

/** For the root data: how script connects to the relay, if one is configured. */
export function relayConfigOf(actor: Actor | null): { live?: string } {
  const live = actor && relayConfigFor(actor.userId);
  return live ? { live } : {};
}

/** A short-lived token for the actor's own channel; 404 without a relay. */
export async function answerLiveToken(actor: Actor): Promise<Response> {
  const waitSeconds = await takeFromLimit("live-token", actor.userId, actor);
  if (waitSeconds > 0) {
    return new Response("Please wait a moment.", {
      status: 429,
      headers: { "Retry-After": String(waitSeconds) },
    });
  }
  const token = await issueRelayToken(actor.userId, actor.sessionId);
  return token ? Response.json(token) : new Response("Not found.", { status: 404 });
}
