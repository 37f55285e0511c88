import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface S3Account {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
export const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

export function isIntact(request: IncomingMessage, body: Buffer): boolean {
  const claimed = request.headers["x-amz-content-sha256"];
  return claimed === "UNSIGNED-PAYLOAD" || claimed === sha256(body);
}

/** The signature as S3 computes it: over all signed headers and a path that's encoded once. */
export function isSigned(request: IncomingMessage, url: URL, options: S3Account): boolean {
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
