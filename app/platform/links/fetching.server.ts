import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isOnListedHost } from "../listed-hosts";
import { SilentSite } from "./links-port.server";
import { PrivateAddress, publicLookup, type Resolve } from "./public-address.server";

export interface FetchRules {
  /** Hosts that may be contacted. ".example.com" stands for all its subdomains. */
  hosts: readonly string[];
  type: RegExp;
  maxBytes: number;
  milliseconds: number;
  /** For stand-ins: a server that receives all requests instead, as /host/path. */
  standIn?: string;
  resolve?: Resolve;
}

/** A retry would fail the same way. */
export class UnfitAnswer extends Error {}

const mostRedirects = 3;

/**
 * Fetches a small response from a listed host, over https, from a public address. Follows redirects only to listed
 * hosts.
 * @throws UnfitAnswer for anything that these rules forbid and for any status other than 200; SilentSite for temporary
 * failures
 */
export async function fetchSmall(given: string, rules: FetchRules): Promise<Buffer> {
  const signal = AbortSignal.timeout(rules.milliseconds);
  try {
    let url = new URL(given);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      if (!isOnListedHost(url, rules.hosts)) throw new UnfitAnswer("not a listed address");
      const answer = await ask(url, rules, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return await bodyOf(answer, rules);
      answer.destroy();
      if (statusCode === 429 || statusCode >= 500) throw new SilentSite(`status ${statusCode}`);
      if (statusCode < 300 || statusCode >= 400 || !headers.location)
        throw new UnfitAnswer(`status ${statusCode}`);
      if (!URL.canParse(headers.location, url)) throw new UnfitAnswer("redirected nowhere");
      url = new URL(headers.location, url);
    }
    throw new UnfitAnswer("too many redirects");
  } catch (error) {
    if (error instanceof UnfitAnswer || error instanceof SilentSite) throw error;
    if (error instanceof PrivateAddress) throw new UnfitAnswer(error.message);
    throw new SilentSite(signal.aborted ? "too slow" : "not reached");
  }
}

function ask(url: URL, { standIn, resolve }: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((answer, failed) => {
    const options = {
      signal,
      // A reused connection would skip the address check.
      agent: false,
      autoSelectFamily: true,
      headers: { "User-Agent": "Matchcut (link previews)", "Accept-Encoding": "identity" },
    } as const;
    const request = standIn
      ? requestHttp(`${standIn}/${url.hostname}${url.pathname}${url.search}`, options)
      : requestHttps(url, { ...options, lookup: publicLookup(resolve) });
    request.on("response", answer).on("error", failed).end();
  });
}

async function bodyOf(answer: IncomingMessage, { type, maxBytes }: FetchRules): Promise<Buffer> {
  try {
    if (!type.test(answer.headers["content-type"] ?? "")) throw new UnfitAnswer("another type");
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new UnfitAnswer("too large");
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}
