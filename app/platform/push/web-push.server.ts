import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import webPush from "web-push";
import {
  BusyPush,
  GonePush,
  isPushEndpoint,
  type PushAddress,
  type PushMessage,
  type PushPort,
  UnfitPush,
} from "./push-port.server";

interface Keys {
  publicKey: string;
  privateKey: string;
  /** A mailto: or https: URL where the push service can reach us. */
  subject: string;
  /** For stand-ins: a server that receives all requests instead, as /host/path. */
  standIn?: string;
}

const milliseconds = 10_000;
const longestWait = 3_600;

/** Web Push (RFC 8030, 8291, 8292). The library encrypts and signs. Redirects aren't followed. */
export function webPushAdapter({ publicKey, privateKey, subject, standIn }: Keys): PushPort {
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }: PushAddress, { text, topic, timeToLive }: PushMessage) {
      if (!isPushEndpoint(endpoint)) throw new UnfitPush("not a listed push service");
      let details: webPush.RequestDetails;
      try {
        details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: timeToLive,
          topic,
          contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
        });
      } catch (error) {
        // No browser can have created such keys.
        throw new GonePush(error instanceof Error ? error.name : "unknown");
      }
      const { headers, body } = details;
      const { statusCode = 0, headers: told } = await answerOf(
        ask(new URL(endpoint), headers, standIn),
        body,
      );
      if (statusCode >= 200 && statusCode < 300) return;
      if (statusCode === 404 || statusCode === 410) throw new GonePush(`status ${statusCode}`);
      if (statusCode === 429 || statusCode === 503) throw new BusyPush(secondsIn(told["retry-after"]));
      if (statusCode >= 500) throw new Error(`status ${statusCode}`);
      throw new UnfitPush(`status ${statusCode}`);
    },
  };
}

function ask(url: URL, headers: Record<string, string>, standIn: string | undefined): ClientRequest {
  const options = { method: "POST", headers, signal: AbortSignal.timeout(milliseconds) };
  return standIn
    ? requestHttp(`${standIn}/${url.hostname}${url.pathname}${url.search}`, options)
    : requestHttps(url, options);
}

function answerOf(request: ClientRequest, body: Buffer | null): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    request.on("error", failed).on("response", (answer) => {
      answer.resume();
      answered(answer);
    });
    request.end(body);
  });
}

/** Reads seconds or a date, as in Retry-After. */
function secondsIn(header: string | undefined): number {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isNaN(seconds) ? (Date.parse(header ?? "") - Date.now()) / 1000 : seconds;
  return Math.min(longestWait, Math.max(1, Math.ceil(Number.isNaN(wait) ? 60 : wait)));
}
