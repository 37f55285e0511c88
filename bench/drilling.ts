import { randomInt } from "node:crypto";
import { Agent, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { interesting } from "../app/features/payments/reconciling.server.ts";
import { swipeHeader } from "../app/offline-words.ts";
import type { StripeStandIn } from "../sandbox/stripe.ts";
import { participant, people, type Stage, sessions, withClient } from "./database.ts";
import { openStream, StreamRefused, send } from "./http.ts";
import { actorsOf, everyone, type Kind, kindsFor, ownTalk } from "./mix.ts";
import { buyPro, type Failed, failedIn, makeNoise, sendPicture } from "./rare-writes.ts";

/** How many seconds people wait for a response. */
const patience = 30;
/** The maximum number of open streams. Older ones are closed. */
const mostStreams = 60;
/** In ms: how often someone sends a picture, and how often someone buys a plan. */
const [eachPicture, eachPurchase] = [2_000, 2_000];

const buyers = 3_000;
/** The mix's people, and creators without a plan, each of whom buys one. */
export const drilledPeople = (size: number): Stage[] => [
  ...everyone(size),
  {
    steps: [
      ...people("person", buyers, { user_type: "'creator'::user_type" }, size + 1),
      sessions(buyers, size + 1),
    ],
    withTriggers: true,
  },
];
/** How many buyers have bought a plan, in all drills together. */
let buyer = 0;

/** What people requested, and how the server responded. */
export interface Outcome {
  requests: number;
  /** Responses with a status of 400 or above, and connections that broke or didn't respond. */
  errors: DrillError[];
  times: number[];
  messages: string[];
  swipes: { actor: string; target: string }[];
  /** The messages that have a picture. They're also in `messages`. */
  pictures: string[];
  /** The pieces of pictures that were acknowledged, and how often the server later reported fewer. */
  pieces: number;
  lostPieces: number;
  /** The people who paid for a plan at Stripe. */
  purchases: string[];
  /** IDs of the events that the webhook accepted, of the types that the product stores. */
  events: string[];
}

export interface DrillError extends Failed {
  kind: string;
  at: number;
}

interface Answered extends Failed {
  /** Whether the server reports that it stored the write. */
  stored?: boolean;
}

/**
 * Sends the requests of `mix` at a fixed rate, no matter how long the responses take. The outcome is updated as the
 * server acknowledges writes.
 */
export function startLoad(origin: string, stripe: StripeStandIn, size: number, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const kinds = kindsFor(size).flatMap((kind) => Array<Kind>(Math.round(kind.share * 12)).fill(kind));
  const outcome: Outcome = {
    ...{ requests: 0, errors: [], times: [], messages: [], swipes: [] },
    ...{ pictures: [], pieces: 0, lostPieces: 0, purchases: [], events: [] },
  };
  const deliveredBefore = stripe.webhooks.delivered.length;
  const [streams, open] = [[] as IncomingMessage[], new Set<Promise<void>>()];

  async function request(kind: Kind, actor: number): Promise<void> {
    const { cookie, id } = participant(actor);
    const form = kind.form?.(actor);
    // A message's text identifies it, so a message that's stored twice is noticed.
    if (form?.messageId) form.content = `Hello, this is message ${form.messageId}.`;
    const started = performance.now();
    outcome.requests += 1;
    const { stored = true, ...answered } =
      kind.name === "an event stream"
        ? await listen(kind.path(actor), cookie)
        : await ask(kind, actor, cookie, form);
    outcome.times.push(performance.now() - started);
    if (answered.status === 0 || answered.status >= 400) return failed(kind.name)(answered);
    if (form?.messageId) outcome.messages.push(form.messageId);
    if (form?.targetId && stored) outcome.swipes.push({ actor: id, target: form.targetId });
  }

  async function listen(path: string, cookie: string): Promise<Answered> {
    try {
      streams.push(await openStream(origin, path, cookie));
      if (streams.length > mostStreams) streams.shift()?.destroy();
      return { status: 200 };
    } catch (error) {
      if (!(error instanceof StreamRefused)) return { status: 0, broke: String(error) };
      return failedIn({ status: error.response.statusCode ?? 0, headers: error.response.headers });
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
    const late = { status: 0, broke: `nothing for ${patience} s`, headers: {} as IncomingHttpHeaders };
    const first = await Promise.race([answered, pause(patience * 1_000, late, { ref: false })]);
    // A refused swipe doesn't have an error status.
    return {
      ...failedIn(first),
      stored: !form?.targetId || first.headers[swipeHeader.toLowerCase()] === "stored",
    };
  }

  const failed = (kind: string) => (answered: Failed) => {
    outcome.errors.push({ ...answered, kind, at: Date.now() });
  };

  async function sendOnePicture(actor: number): Promise<void> {
    outcome.requests += 1;
    const picture = await makeNoise();
    const sent = await sendPicture(origin, actor, ownTalk(actor), picture, failed("a picture"));
    outcome.messages.push(sent.messageId);
    outcome.pictures.push(sent.messageId);
    outcome.pieces += sent.pieces;
    outcome.lostPieces += sent.lost;
  }

  async function buyOne(): Promise<void> {
    buyer += 1;
    outcome.requests += 1;
    const paid = await buyPro(origin, size + buyer, failed("a purchase"));
    if (paid) outcome.purchases.push(paid);
  }

  /** If a task throws, `stop` rejects, which ends the drills. */
  const repeat = (task: () => Promise<void>, every: number) =>
    setInterval(() => {
      const one = task().then(() => void open.delete(one));
      one.catch(() => {});
      open.add(one);
    }, every);
  const someActor = () => 1 + randomInt(actorsOf(size));
  const timers = [
    repeat(() => request(kinds[randomInt(kinds.length)] as Kind, someActor()), 1_000 / perSecond),
    repeat(() => sendOnePicture(someActor()), eachPicture),
    repeat(buyOne, eachPurchase),
  ];

  return {
    outcome,
    async stop(): Promise<Outcome> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
      // Sends the failed webhooks again now, rather than a minute later as Stripe does.
      await stripe.webhooks.settle();
      await stripe.webhooks.flush();
      outcome.events = stripe.webhooks.delivered
        .slice(deliveredBefore)
        .filter(({ status, type }) => status >= 200 && status < 300 && interesting.test(type))
        .map(({ id }) => id);
      for (const stream of streams) stream.destroy();
      agent.destroy();
      return outcome;
    },
  };
}

/**
 * Which of the acknowledged writes aren't stored, and which are stored twice. Waits until the jobs that follow a payment
 * have run.
 */
export function checkStored(url: string, { messages, swipes, pictures, purchases, events }: Outcome) {
  const given = [
    messages,
    swipes.map(({ actor }) => actor),
    swipes.map(({ target }) => target),
    ...[pictures, purchases, events],
  ];
  return withClient(url, async (client) => {
    for (const deadline = Date.now() + 60_000; ; await pause(500)) {
      const { rows } = await client.query<{ what: string; stored: number }>(storedText, given);
      const lost = rows.filter(({ stored }) => stored === 0).map(({ what }) => what);
      const twice = rows.filter(({ stored }) => stored > 1).map(({ what }) => what);
      if (lost.length === 0 || Date.now() > deadline) return { lost, twice };
    }
  });
}

const storedText = `
  SELECT 'message ' || sent.id AS what, count(m.id)::int AS stored
    FROM unnest($1::text[]) AS sent (id)
    LEFT JOIN messages m ON m.content = 'Hello, this is message ' || sent.id || '.'
   GROUP BY sent.id
   UNION ALL
  SELECT format('swipe by %s on %s', sent.actor, sent.target), count(s.actor_id)::int
    FROM (SELECT DISTINCT * FROM unnest($2::uuid[], $3::uuid[]) AS given (actor, target)) sent
    LEFT JOIN swipes s ON s.actor_id = sent.actor AND s.target_id = sent.target
   GROUP BY sent.actor, sent.target
   UNION ALL
  SELECT 'picture of message ' || sent.id, count(f.id)::int
    FROM unnest($4::text[]) AS sent (id)
    LEFT JOIN messages m ON m.content = 'Hello, this is message ' || sent.id || '.'
    LEFT JOIN media f ON f.id = m.media_id
   GROUP BY sent.id
   UNION ALL
  SELECT 'purchase by ' || sent.id, count(p.id)::int
    FROM unnest($5::uuid[]) AS sent (id)
    LEFT JOIN user_subscriptions s ON s.user_id = sent.id AND s.plan_type = 'pro'
    LEFT JOIN payments p ON p.user_id = s.user_id AND p.status = 'paid'
   GROUP BY sent.id
   UNION ALL
  SELECT 'webhook ' || sent.id, count(e.id)::int
    FROM (SELECT DISTINCT unnest($6::text[])) AS sent (id)
    LEFT JOIN payment_events e ON e.id = sent.id
   GROUP BY sent.id`;
