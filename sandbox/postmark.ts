import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An email as accepted by POST /email (https://postmarkapp.com/developer/api/email-api). */
export interface PostmarkMail {
  From: string;
  To: string;
  Subject: string;
  TextBody?: string;
  HtmlBody?: string;
  Tag?: string;
  MessageStream?: string;
  Headers?: { Name: string; Value: string }[];
}

export interface PostmarkStandIn {
  /** host:port, for the SDK's requestHost. */
  host: string;
  /** Accepted emails in order, with their IDs. */
  accepted: (PostmarkMail & { MessageID: string })[];
  /** All requests, including rejected ones. */
  requests: number;
  /** Responds to the next requests with 500. */
  failNext(times: number): void;
  stop(): Promise<void>;
}

export const inactiveRecipient = "inactive@example.com";

const addressForm = /^(?:[^<>]*<)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/;

/**
 * POST /email with a server token, JSON responses, and error codes 10 (token), 300 (malformed email), 402 (invalid
 * JSON) and 406 (inactive recipient).
 * @param token the accepted server token
 */
export async function startPostmark(token: string): Promise<PostmarkStandIn> {
  const accepted: PostmarkStandIn["accepted"] = [];
  let failures = 0;
  const state = { requests: 0 };

  const server = createServer(async (request, response) => {
    state.requests += 1;
    if (failures > 0) {
      failures -= 1;
      return answer(response, 500, { ErrorCode: 500, Message: "Internal server error." });
    }
    if (request.headers["x-postmark-server-token"] !== token) {
      return answer(response, 401, {
        ErrorCode: 10,
        Message: "Request does not contain a valid Server token.",
      });
    }
    if (request.method !== "POST" || request.url !== "/email") {
      return answer(response, 404, { ErrorCode: 404, Message: "Not found." });
    }
    const mail = await readMail(request);
    if (!mail) return answer(response, 422, { ErrorCode: 402, Message: "Invalid JSON." });
    const fault = faultOf(mail);
    if (fault) return answer(response, 422, fault);
    const MessageID = randomUUID();
    accepted.push({ ...mail, MessageID });
    answer(response, 200, {
      To: mail.To,
      SubmittedAt: new Date().toISOString(),
      MessageID,
      ErrorCode: 0,
      Message: "OK",
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;

  return {
    host: `127.0.0.1:${port}`,
    accepted,
    get requests() {
      return state.requests;
    },
    failNext(times) {
      failures = times;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function readMail(request: IncomingMessage): Promise<PostmarkMail | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}

function faultOf(mail: PostmarkMail): { ErrorCode: number; Message: string } | null {
  if (!addressForm.test(mail.From ?? "")) return { ErrorCode: 300, Message: "Invalid 'From' address." };
  if (!mail.To) return { ErrorCode: 300, Message: "Zero recipients specified" };
  if (!addressForm.test(mail.To))
    return { ErrorCode: 300, Message: `Error parsing 'To': Illegal email address '${mail.To}'.` };
  if (!mail.TextBody && !mail.HtmlBody)
    return { ErrorCode: 300, Message: "Provide either email TextBody or HtmlBody or both." };
  if (mail.To === inactiveRecipient) {
    return {
      ErrorCode: 406,
      Message: `You tried to send to recipient(s) that have been marked as inactive: ${mail.To}.`,
    };
  }
  return null;
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}
