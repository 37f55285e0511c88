import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface StandInObject {
  body: Buffer;
  contentType: string;
}

export interface S3StandIn {
  endpoint: string;
  /** By key. */
  objects: Map<string, StandInObject>;
  /** Answers the next request with this status. */
  failNext(status: number): void;
  stop(): Promise<void>;
}

/**
 * S3's REST protocol in memory with one path-style bucket: PUT, GET, HEAD and DELETE of an object, verified
 * signatures (AWS Signature Version 4), errors as XML with S3's codes.
 */
export async function startS3(options: {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}): Promise<S3StandIn> {
  const objects = new Map<string, StandInObject>();
  let failure: number | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://s3.invalid");
    const [, bucket = "", ...parts] = url.pathname.split("/");
    const key = parts.map(decodeURIComponent).join("/");
    const body = await bodyOf(request);
    const refuse = (status: number, code: string, message: string) => {
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>stand-in</RequestId></Error>`;
      response.writeHead(status, { "Content-Type": "application/xml" });
      response.end(request.method === "HEAD" ? undefined : text);
    };

    if (failure) {
      const status = failure;
      failure = null;
      return refuse(
        status,
        status === 503 ? "SlowDown" : "InternalError",
        "Please reduce your request rate.",
      );
    }
    if (!isSigned(request, url, options)) {
      return refuse(403, "SignatureDoesNotMatch", "The request signature we calculated does not match.");
    }
    if (!isIntact(request, body))
      return refuse(400, "XAmzContentSHA256Mismatch", "The body does not match its hash.");
    if (bucket !== options.bucket) return refuse(404, "NoSuchBucket", "The specified bucket does not exist");

    const found = objects.get(key);
    switch (request.method) {
      case "PUT":
        objects.set(key, { body, contentType: request.headers["content-type"] ?? "binary/octet-stream" });
        response.writeHead(200, { ETag: etagOf(body) });
        return void response.end();
      case "GET":
      case "HEAD":
        if (!found) return refuse(404, "NoSuchKey", "The specified key does not exist.");
        response.writeHead(200, {
          "Content-Type": found.contentType,
          "Content-Length": found.body.length,
          ETag: etagOf(found.body),
        });
        return void response.end(request.method === "GET" ? found.body : undefined);
      case "DELETE":
        objects.delete(key);
        response.writeHead(204);
        return void response.end();
      default:
        return refuse(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext: (status) => {
      failure = status;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

function isIntact(request: IncomingMessage, body: Buffer): boolean {
  const claimed = request.headers["x-amz-content-sha256"];
  return claimed === "UNSIGNED-PAYLOAD" || claimed === sha256(body);
}

/** As S3 computes it: all signed headers, and a path that is encoded once. */
function isSigned(
  request: IncomingMessage,
  url: URL,
  options: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!given) return false;
  const [, accessKeyId = "", date = "", region = "", names = "", signature = ""] = given;
  if (accessKeyId !== options.accessKeyId) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(""),
    names,
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${options.secretAccessKey}`, date), region), "s3"), "aws4_request");
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex"));
}
