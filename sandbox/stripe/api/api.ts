import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Account, apiVersion } from "../account.ts";
import { runDue } from "../clockwork.ts";
import { expand } from "../expanding.ts";
import { Failure, invalid } from "../failure.ts";
import { decodeForm, type Form } from "../form.ts";
import { customerRoutes } from "./customers.ts";
import type { Handler, Routes } from "./handler.ts";
import { paymentRoutes } from "./payments.ts";
import { sessionRoutes } from "./sessions.ts";
import { subscriptionRoutes } from "./subscriptions.ts";

const routes: Routes = { ...customerRoutes, ...sessionRoutes, ...subscriptionRoutes, ...paymentRoutes };

interface Answer {
  status: number;
  body: string;
}

interface Kept extends Answer {
  /** Identifies the request. A different request with the same key is refused. */
  question: string;
  until: number;
}

/** How many seconds keys are kept, as at Stripe. */
const keptFor = 86_400;

export class Api {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly account: Account,
    private readonly key: string,
  ) {}

  /** Performs a request whose body has been read. Returns a function that sends the response. */
  answer(request: IncomingMessage, body: string, response: ServerResponse): () => void {
    const key = String(request.headers["idempotency-key"] ?? "");
    const { answer, replayed } = this.decide(request, body, request.method === "POST" ? key : "");
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(answer.body),
      "Request-Id": this.account.id("req"),
      "Stripe-Version": apiVersion,
      ...(key ? { "Idempotency-Key": key } : {}),
      ...(replayed ? { "Idempotent-Replayed": "true" } : {}),
    };
    return () => void response.writeHead(answer.status, headers).end(answer.body);
  }

  private decide(request: IncomingMessage, body: string, key: string): { answer: Answer; replayed: boolean } {
    const question = questionOf(request, body);
    const stored = key && this.isOurs(request) ? this.kept.get(key) : undefined;
    const kept = stored && stored.until > this.account.now() + this.account.aged ? stored : undefined;
    if (kept?.question === question) return { answer: kept, replayed: true };
    const answer = kept ? answerOf(reused(key)) : this.attempt(request, body);
    // A refused parameter changes nothing, so a corrected request may use the same key.
    if (key && !kept && answer.status !== 400) {
      const until = this.account.now() + this.account.aged + keptFor;
      this.kept.set(key, { ...answer, question, until });
    }
    return { answer, replayed: false };
  }

  /**
   * Stores a failure under the request's idempotency key, so each repetition gets the same failure, and runs `after`.
   * Does neither for a GET, without a key, or if the key is already in use.
   */
  keep(request: IncomingMessage, body: string, answer: Answer, after: () => void = () => {}): void {
    const key = String(request.headers["idempotency-key"] ?? "");
    if (request.method !== "POST" || !key || this.kept.has(key)) return;
    after();
    const question = questionOf(request, body);
    this.kept.set(key, { ...answer, question, until: this.account.now() + this.account.aged + keptFor });
  }

  private attempt(request: IncomingMessage, body: string): Answer {
    try {
      if (!this.isOurs(request)) throw unauthorized();
      const version = request.headers["stripe-version"];
      if (version !== apiVersion) throw invalid(`Invalid Stripe API version: ${version}`);
      const url = new URL(request.url ?? "/", "http://stripe.invalid");
      const form = decodeForm(request.method === "POST" ? body : url.search);
      const { handler, id } = find(request.method ?? "GET", url.pathname);
      runDue(this.account);
      const answer = () => expand(this.account, handler(this.account, form, id), form);
      const shown = this.account.by(customerOf(this.account, form, id), answer);
      return { status: 200, body: JSON.stringify(shown) };
    } catch (error) {
      if (error instanceof Failure) return answerOf(error);
      throw error;
    } finally {
      this.account.save();
    }
  }

  private isOurs({ headers: { authorization = "" } }: IncomingMessage): boolean {
    const digest = (text: string) => createHash("sha256").update(text).digest();
    return timingSafeEqual(digest(authorization), digest(`Bearer ${this.key}`));
  }
}

const questionOf = ({ method, url }: IncomingMessage, body: string) =>
  createHash("sha256").update(`${method} ${url}\n${body}`).digest("hex");

/** The ID of the customer that a request is about; undefined if there is none. */
function customerOf({ tables }: Account, form: Form, id: string): string | undefined {
  if (typeof form.customer === "string") return form.customer;
  const named = [id, form.subscription, form.from_subscription, form.payment_intent];
  for (const rows of [tables.subscriptions, tables.schedules, tables.intents, tables.sessions])
    for (const name of named)
      if (typeof name === "string" && Object.hasOwn(rows, name)) return rows[name]?.customer;
  return undefined;
}

function find(method: string, path: string): { handler: Handler; id: string } {
  const exact = routes[`${method} ${path}`];
  if (exact) return { handler: exact, id: "" };
  const parts = path.split("/");
  for (const at of [parts.length - 1, parts.length - 2]) {
    const handler = routes[`${method} ${parts.with(at, ":id").join("/")}`];
    if (handler) return { handler, id: decodeURIComponent(parts[at] ?? "") };
  }
  throw new Failure(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

const answerOf = ({ status, error }: Failure): Answer => ({ status, body: JSON.stringify({ error }) });

const unauthorized = () =>
  new Failure(401, { type: "invalid_request_error", message: "Invalid API Key provided" });

const reused = (key: string) =>
  new Failure(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
