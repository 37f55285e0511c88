import { type IncomingMessage, request } from "node:http";

export interface Answer {
  status: number;
  location: string;
  cookies: string[];
  body: string;
}

export interface RequestOptions {
  cookie?: string;
  /** Without a form, the request is a GET. */
  form?: Record<string, string>;
  /** How many milliseconds after the request to cut the connection. */
  cutAfter?: number;
}

/** Longer than a healthy response takes, in milliseconds. */
const answerTimeout = 1_500;

/**
 * Sends a request over its own connection. Rejects if the connection breaks or is cut, or if no response comes in time.
 */
export function sendRequest(origin: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const outgoing = begin(origin, path, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", failed);
      incoming.on("close", () => {
        clearTimeout(cut);
        if (!incoming.complete) return failed(new Error("the response broke off"));
        done({
          status: incoming.statusCode ?? 0,
          location: incoming.headers.location ?? "",
          cookies: incoming.headers["set-cookie"] ?? [],
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    const cut = setTimeout(() => outgoing.destroy(new Error("cut")), options.cutAfter ?? answerTimeout);
    outgoing.on("error", (error) => {
      clearTimeout(cut);
      failed(error);
    });
  });
}

/**
 * Follows a response that stays open, and passes its text to `onText` as it arrives. `over` resolves when the response
 * has ended for any reason.
 */
export function follow(
  origin: string,
  path: string,
  cookie: string,
  onText: (text: string) => void,
): { over: Promise<void>; leave(): void } {
  let outgoing: ReturnType<typeof begin> | undefined;
  const over = new Promise<void>((ended) => {
    outgoing = begin(origin, path, { cookie }, (incoming) => {
      if (incoming.statusCode !== 200) outgoing?.destroy();
      incoming.setEncoding("utf8");
      incoming.on("data", onText);
      incoming.on("error", () => {});
      incoming.on("close", ended);
    });
    outgoing.setTimeout(answerTimeout, () => {
      // Only the beginning of the response has a deadline, because an open stream may be silent.
      if (!outgoing?.res) outgoing?.destroy();
    });
    outgoing.on("error", () => ended());
    outgoing.on("close", () => ended());
  });
  return { over, leave: () => outgoing?.destroy() };
}

function begin(
  origin: string,
  path: string,
  { cookie = "", form }: RequestOptions,
  onAnswer: (incoming: IncomingMessage) => void,
) {
  const body = form && new URLSearchParams(form).toString();
  const outgoing = request(
    origin + path,
    {
      agent: false,
      method: form ? "POST" : "GET",
      headers: {
        Cookie: cookie,
        "Sec-Fetch-Site": "same-origin",
        ...(body
          ? {
              "Content-Type": "application/x-www-form-urlencoded",
              "Content-Length": Buffer.byteLength(body),
            }
          : {}),
      },
    },
    onAnswer,
  );
  outgoing.end(body);
  return outgoing as typeof outgoing & { res?: IncomingMessage };
}
