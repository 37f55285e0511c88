import { randomInt } from "node:crypto";
import { Agent, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { swipeHeader } from "../app/offline-words.ts";
import { participant, withClient } from "./database.ts";
import { openStream, send } from "./http.ts";
import { actorsOf, type Kind, kindsFor } from "./mix.ts";

/** How many seconds people wait for a response. */
const patience = 30;
/** The maximum number of open streams. Older ones are closed. */
const mostStreams = 60;

/** What people requested, and how the server responded. */
export interface Outcome {
  requests: number;
  /** Responses with a status of 400 or above, and connections that broke or didn't respond. */
  errors: { kind: string; status: number; at: number }[];
  times: number[];
  messages: string[];
  swipes: { actor: string; target: string }[];
}

interface Answered {
  status: number;
  /** Whether the server reports that it stored the write. */
  stored?: boolean;
}

/**
 * Sends the requests of `mix` at a fixed rate, no matter how long the responses take. The outcome is updated as the
 * server acknowledges writes.
 */
export function startLoad(origin: string, size: number, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const kinds = kindsFor(size).flatMap((kind) => Array<Kind>(Math.round(kind.share * 12)).fill(kind));
  const outcome: Outcome = { requests: 0, errors: [], times: [], messages: [], swipes: [] };
  const [streams, open] = [[] as IncomingMessage[], new Set<Promise<void>>()];

  async function request(kind: Kind, actor: number): Promise<void> {
    const { cookie, id } = participant(actor);
    const form = kind.form?.(actor);
    // A message's text identifies it, so a message that's stored twice is noticed.
    if (form?.messageId) form.content = `Hello, this is message ${form.messageId}.`;
    const started = performance.now();
    outcome.requests += 1;
    const { status, stored = true } =
      kind.name === "an event stream"
        ? await listen(kind.path(actor), cookie)
        : await ask(kind, actor, cookie, form);
    outcome.times.push(performance.now() - started);
    if (status === 0 || status >= 400) {
      outcome.errors.push({ kind: kind.name, status, at: Date.now() });
      return;
    }
    if (form?.messageId) outcome.messages.push(form.messageId);
    if (form?.targetId && stored) outcome.swipes.push({ actor: id, target: form.targetId });
  }

  async function listen(path: string, cookie: string): Promise<Answered> {
    try {
      streams.push(await openStream(origin, path, cookie));
      if (streams.length > mostStreams) streams.shift()?.destroy();
      return { status: 200 };
    } catch (error) {
      return { status: Number(/answered (\d+)/.exec(String(error))?.[1] ?? 0) };
    }
  }

  async function ask(
    kind: Kind,
    actor: number,
    cookie: string,
    form?: Record<string, string>,
  ): Promise<Answered> {
    const body = form && new URLSearchParams(form).toString();
    const answered = send(origin, kind.path(actor), {
      method: body ? "POST" : "GET",
      agent,
      headers: {
        "Accept-Encoding": "br",
        "Sec-Fetch-Site": "same-origin",
        ...(kind.name !== "a public page" && { Cookie: cookie }),
        ...(body && { "Content-Type": "application/x-www-form-urlencoded" }),
      },
      body,
    });
    const late = pause(patience * 1_000, { status: 0, headers: {} as IncomingHttpHeaders }, { ref: false });
    const { status, headers } = await Promise.race([answered, late]);
    // A refused swipe doesn't have an error status.
    return { status, stored: !form?.targetId || headers[swipeHeader.toLowerCase()] === "stored" };
  }

  const timer = setInterval(() => {
    const one = request(kinds[randomInt(kinds.length)] as Kind, 1 + randomInt(actorsOf(size))).finally(() =>
      open.delete(one),
    );
    open.add(one);
  }, 1_000 / perSecond);

  return {
    outcome,
    async stop(): Promise<Outcome> {
      clearInterval(timer);
      await Promise.all(open);
      for (const stream of streams) stream.destroy();
      agent.destroy();
      return outcome;
    },
  };
}

/** Which of the acknowledged writes aren't stored, and which are stored twice. */
export function checkStored(url: string, { messages, swipes }: Outcome) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ what: string; stored: number }>(
      `SELECT 'message ' || sent.id AS what, count(m.id)::int AS stored
         FROM unnest($1::text[]) AS sent (id)
         LEFT JOIN messages m ON m.content = 'Hello, this is message ' || sent.id || '.'
        GROUP BY sent.id
        UNION ALL
       SELECT format('swipe by %s on %s', sent.actor, sent.target), count(s.actor_id)::int
         FROM (SELECT DISTINCT * FROM unnest($2::uuid[], $3::uuid[]) AS given (actor, target)) sent
         LEFT JOIN swipes s ON s.actor_id = sent.actor AND s.target_id = sent.target
        GROUP BY sent.actor, sent.target`,
      [messages, swipes.map(({ actor }) => actor), swipes.map(({ target }) => target)],
    );
    return {
      lost: rows.filter(({ stored }) => stored === 0).map(({ what }) => what),
      twice: rows.filter(({ stored }) => stored > 1).map(({ what }) => what),
    };
  });
}
