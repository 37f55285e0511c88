import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { unstyledClasses } from "./page-styles";
import { flawsOf, unlistedErrors } from "./page-text";
import type { Person } from "./people";

export interface Reply {
  /** The requested path with its query. */
  path: string;
  status: number;
  /** Where the response redirects: a path, or a URL if it's on another site. */
  location: string;
  html: string;
  /**
   * The text as people see it, without tags, and with entities decoded and whitespace collapsed. It's computed on first
   * use.
   */
  readonly text: string;
  headers: IncomingHttpHeaders;
  cookies: ReadonlyMap<string, string>;
}

export interface OpenReply {
  status: number;
  location: string;
  headers: IncomingHttpHeaders;
  body(): string;
  /** Resolves with the whole response when the server ends it. */
  ended: Promise<string>;
  isOver(): boolean;
  /** Disconnects, as a browser does when it's closed. */
  leave(): void;
}

export type Fields = Record<string, string | readonly string[]> | readonly (readonly [string, string])[];
/** A header that's undefined isn't sent. */
type Headers = Record<string, string | undefined>;

export interface SendOptions {
  headers?: Headers;
  body?: string | Buffer;
  midway?: () => Promise<void>;
}

/**
 * A browser without script. Its requests fail if a page has a flaw that `flawsOf` finds, a class whose rules the build
 * removed as unused or, after a form, a field with an error that no error summary links to, or if a toast has no words.
 */
export interface Visitor {
  get(path: string, options?: { headers?: Headers }): Promise<Reply>;
  /** Sends a form, by default as if from one of our pages. */
  post(
    path: string,
    fields?: Fields,
    options?: { headers?: Headers; midway?: () => Promise<void> },
  ): Promise<Reply>;
  open(path: string, options?: { headers?: Headers }): Promise<OpenReply>;
  /** `midway` runs once the headers and half of the body have been sent, and the rest is sent after it. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  cookies: Map<string, string>;
}

let origin = "";

let cookiePrefix = "";

/** Sets where visitors send requests. The functions that start the product call this. */
export function sendTo(address: string, { https = false } = {}): void {
  origin = address;
  cookiePrefix = https ? "__Host-" : "";
}

/**
 * A visitor with this person's session, or a guest. It keeps cookies and doesn't follow redirects. The headers `always`
 * are sent with every request.
 */
export function as(person: Pick<Person, "cookie"> | null, always: Headers = {}): Visitor {
  const cookies = new Map<string, string>();
  if (person) keep(cookies, cookiePrefix + person.cookie);

  async function send(method: string, path: string, { headers = {}, body, midway }: SendOptions = {}) {
    const sent: Headers = {
      Accept: "text/html",
      "Sec-Fetch-Site": "same-origin",
      ...(cookies.size > 0
        ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
        : {}),
      ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
      ...always,
      ...headers,
    };
    const given: OutgoingHttpHeaders = {};
    for (const [name, value] of Object.entries(sent)) if (value !== undefined) given[name] = value;
    const answer = await exchange(method, path, given, body, midway);
    if (answer.headers["content-type"]?.startsWith("text/html")) {
      const flaws = [
        ...flawsOf(answer.body),
        ...unstyledClasses(answer.body),
        ...(method === "GET" ? [] : unlistedErrors(answer.body)),
      ];
      if (flaws.length > 0) throw new Error(`${method} ${path}: ${flaws.join("; ")}`);
    }
    for (const line of answer.headers["set-cookie"] ?? []) keep(cookies, line);
    return replyOf(path, answer, new Map(cookies));
  }

  return {
    cookies,
    send,
    open: (path, { headers } = {}) =>
      openAnswer(path, {
        ...headers,
        "Sec-Fetch-Site": "same-origin",
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      }),
    get: (path, options) => send("GET", path, options),
    post: (path, fields = {}, { headers, midway } = {}) =>
      send("POST", path, {
        midway,
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body: encode(fields),
      }),
  };
}

function encode(fields: Fields): string {
  const list: (readonly [string, string])[] = Array.isArray(fields)
    ? [...fields]
    : Object.entries(fields as Record<string, string | readonly string[]>).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).map((one) => [name, one] as const),
      );
  return new URLSearchParams(list.map(([name, value]) => [name, value])).toString();
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf("="));
  const value = pair.slice(name.length + 1);
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) return void cookies.delete(name);
  if (/^(?:__Host-)?flash$/.test(name)) {
    const { title, text = title } = toastIn(value);
    if (!/\w/.test(title) || !/\w/.test(text)) throw new Error("a toast without words");
  }
  cookies.set(name, value);
}

/** Reads the toast that the next page will show from Remix's signed cookie, which is JSON in Base64. */
function toastIn(cookie: string): { title: string; text?: string } {
  const [json = ""] = decodeURIComponent(cookie).split(".");
  return JSON.parse(Buffer.from(json, "base64").toString());
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function exchange(
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
  midway?: () => Promise<void>,
): Promise<Answer> {
  return new Promise((done, failed) => {
    let answered = false;
    const { hostname, port } = new URL(origin);
    // The path is sent unchanged: URL would normalize it, and some tests are about paths that aren't normal.
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      answered = true;
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", failed);
      incoming.on("end", () =>
        done({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    // The server may respond and close the connection before it has read all of a large body, and that's not an error.
    outgoing.on("error", (error) => !answered && failed(error));
    if (!midway) return void outgoing.end(body);
    const all = Buffer.from(body ?? "");
    const half = all.length >> 1;
    outgoing.flushHeaders();
    if (half > 0) outgoing.write(all.subarray(0, half));
    midway().then(() => outgoing.end(all.subarray(half)), failed);
  });
}

function openAnswer(path: string, headers: OutgoingHttpHeaders): Promise<OpenReply> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      const body = () => Buffer.concat(chunks).toString();
      let isOver = false;
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<string>((end) => {
        incoming.on("close", () => {
          isOver = true;
          end(body());
        });
      });
      incoming.on("error", () => {});
      done({
        status: incoming.statusCode ?? 0,
        location: incoming.headers.location ?? "",
        headers: incoming.headers,
        body,
        ended,
        isOver: () => isOver,
        leave: () => outgoing.destroy(),
      });
    });
    outgoing.on("error", failed);
    outgoing.end();
  });
}

function replyOf(path: string, answer: Answer, cookies: ReadonlyMap<string, string>): Reply {
  return {
    path,
    status: answer.status,
    location: answer.headers.location ?? "",
    html: answer.body,
    get text() {
      return textOf(answer.body);
    },
    headers: answer.headers,
    cookies,
  };
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  nbsp: " ",
};

/** The text of a page as people see it. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/?(?:a|b|strong|em|span|i|wbr)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
