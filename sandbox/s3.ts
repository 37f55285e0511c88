import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Bucket, listXml, partsXml, type StandInObject } from "./s3/objects";
import { etagOf, isIntact, isSigned, type S3Account } from "./s3/signature";

export interface S3StandIn {
  endpoint: string;
  objects: Map<string, StandInObject>;
  /** Multipart uploads that were neither completed nor aborted. */
  unfinished(): number;
  /** Responds to the next request with this status. */
  failNext(status: number): void;
  stop(): Promise<void>;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  key: string;
  body: Buffer;
}

/**
 * S3's REST protocol in memory with one path-style bucket: objects (with ranges and copies), multipart uploads, lists,
 * verified signatures (AWS Signature Version 4), and errors as XML with S3's codes.
 */
export async function startS3(account: S3Account): Promise<S3StandIn> {
  const bucket = new Bucket();
  let failure: number | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://s3.invalid");
    const [, name = "", ...parts] = url.pathname.split("/");
    const call = {
      request,
      response,
      query: url.searchParams,
      key: parts.map(decodeURIComponent).join("/"),
      body: await bodyOf(request),
    };
    if (failure) {
      const status = failure;
      failure = null;
      const code = status === 503 ? "SlowDown" : "InternalError";
      return refuse(call, status, code, "Please reduce your request rate.");
    }
    if (!isSigned(request, url, account))
      return refuse(
        call,
        403,
        "SignatureDoesNotMatch",
        "The request signature we calculated does not match.",
      );
    if (!isIntact(request, call.body))
      return refuse(call, 400, "XAmzContentSHA256Mismatch", "The body does not match its hash.");
    if (name !== account.bucket)
      return refuse(call, 404, "NoSuchBucket", "The specified bucket does not exist");
    if (call.key === "") return answerBucket(bucket, call);
    if (call.query.has("uploads") || call.query.has("uploadId")) return answerMultipart(bucket, call);
    return answerObject(bucket, account.bucket, call);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: bucket.objects,
    unfinished: () => bucket.unfinished,
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

function refuse({ request, response }: Call, status: number, code: string, message: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>stand-in</RequestId></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" });
  response.end(request.method === "HEAD" ? undefined : text);
}

function sendXml({ response }: Call, text: string): void {
  response.writeHead(200, { "Content-Type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}

function answerBucket(bucket: Bucket, call: Call) {
  const { request, query, body } = call;
  if (request.method === "GET" && query.get("list-type") === "2") {
    const after = query.get("continuation-token") ?? "";
    return sendXml(call, listXml(bucket.objects, query.get("prefix") ?? "", after));
  }
  if (request.method === "POST" && query.has("delete")) {
    for (const [, key = ""] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) bucket.objects.delete(key);
    return sendXml(call, "<DeleteResult></DeleteResult>");
  }
  return refuse(call, 405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
}

function answerMultipart(bucket: Bucket, call: Call) {
  const { request, response, query, key, body } = call;
  if (request.method === "POST" && query.has("uploads")) {
    const uploadId = bucket.beginUpload(key, request.headers["content-type"]);
    return sendXml(
      call,
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const uploadId = query.get("uploadId") ?? "";
  const upload = bucket.findUpload(uploadId, key);
  if (!upload) return refuse(call, 404, "NoSuchUpload", "The specified upload does not exist.");
  switch (request.method) {
    case "PUT":
      upload.parts.set(Number(query.get("partNumber")), body);
      response.writeHead(200, { ETag: etagOf(body) });
      return void response.end();
    case "GET":
      return sendXml(call, partsXml(upload.parts));
    case "POST": {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
        Number(number),
      );
      if (!bucket.completeUpload(uploadId, key, numbers))
        return refuse(call, 400, "EntityTooSmall", "Your proposed upload is smaller than the minimum.");
      return sendXml(
        call,
        `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
      );
    }
    default:
      bucket.abortUpload(uploadId);
      response.writeHead(204);
      return void response.end();
  }
}

function answerObject(bucket: Bucket, name: string, call: Call) {
  const { request, response, key, body } = call;
  const type = request.headers["content-type"];
  const source = request.headers["x-amz-copy-source"];
  if (request.method === "PUT" && typeof source === "string") {
    const from = bucket.objects.get(decodeURIComponent(source).replace(`${name}/`, ""));
    if (!from) return refuse(call, 404, "NoSuchKey", "The specified key does not exist.");
    const copy = bucket.put(key, from.body, type, from.metadata);
    return sendXml(call, `<CopyObjectResult><ETag>${copy.etag}</ETag></CopyObjectResult>`);
  }
  switch (request.method) {
    case "PUT":
      response.writeHead(200, { ETag: bucket.put(key, body, type, metadataOf(request)).etag });
      return void response.end();
    case "GET":
    case "HEAD":
      return sendObject(bucket.objects.get(key), call);
    case "DELETE":
      bucket.objects.delete(key);
      response.writeHead(204);
      return void response.end();
    default:
      return refuse(
        call,
        405,
        "MethodNotAllowed",
        "The specified method is not allowed against this resource.",
      );
  }
}

const metadataOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("x-amz-meta-") ? [[name, String(value)]] : [],
    ),
  );

function sendObject(found: StandInObject | undefined, call: Call) {
  const { request, response } = call;
  if (!found) return refuse(call, 404, "NoSuchKey", "The specified key does not exist.");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const whole = found.body.length;
  const part = first ? found.body.subarray(Number(first), Number(last) + 1) : found.body;
  response.writeHead(first ? 206 : 200, {
    "Content-Type": found.contentType,
    "Content-Length": part.length,
    "Last-Modified": found.changedAt.toUTCString(),
    ETag: found.etag,
    ...found.metadata,
    ...(first && { "Content-Range": `bytes ${first}-${Number(first) + part.length - 1}/${whole}` }),
  });
  response.end(request.method === "GET" ? part : undefined);
}
