import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { contentTypeOf, type FilesSide } from "./files-side.server";

export interface S3Options {
  bucket: string;
  region: string;
  /** Another server with the S3 protocol and path-style buckets. */
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** For several machines. */
export function s3Files({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Options): FilesSide {
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
    // Not every S3-compatible server has the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    async put(key, body) {
      const [content, bytes] = body instanceof Uint8Array ? [body, body.length] : [body.stream, body.bytes];
      // The SDK would wait forever for the rest of a broken stream.
      const broken = new AbortController();
      if (content instanceof Readable) content.once("error", () => broken.abort());
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: content,
          ContentLength: bytes,
          ContentType: contentTypeOf(key),
        }),
        { abortSignal: broken.signal },
      );
    },
    async read(key) {
      const contentType = contentTypeOf(key);
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (!(Body instanceof Readable)) throw new Error("the bucket's answer has no body");
        return { stream: Body, bytes: ContentLength ?? 0, contentType };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      contentTypeOf(key);
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
