import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { contentTypeOf, type FilesPort } from "./files-port.server";

export interface S3Options {
  bucket: string;
  region: string;
  /** Another server with S3's protocol and path-style buckets. */
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * A download holds a connection for as long as its client reads. With the SDK's limit of 50, everyone else would wait.
 */
const agent = { maxSockets: 1_000 };

export function s3Config({ region, endpoint, accessKeyId, secretAccessKey }: S3Options): S3ClientConfig {
  return {
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, httpAgent: agent, httpsAgent: agent },
    // Not every S3-compatible server has the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}

/** For deployments with several machines. */
export function s3Files(options: S3Options): FilesPort {
  const { bucket } = options;
  const client = new S3Client(s3Config(options));
  const at = (key: string) => {
    contentTypeOf(key);
    return { Bucket: bucket, Key: key };
  };
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))));
  return {
    async put(key, body) {
      const [content, bytes] = body instanceof Uint8Array ? [body, body.length] : [body.stream, body.bytes];
      // The SDK would wait forever for the rest of a broken stream.
      const broken = new AbortController();
      if (content instanceof Readable) content.once("error", () => broken.abort());
      await client.send(
        new PutObjectCommand({
          ...at(key),
          Body: content,
          ContentLength: bytes,
          ContentType: contentTypeOf(key),
        }),
        { abortSignal: broken.signal },
      );
    },
    async read(key, range) {
      const contentType = contentTypeOf(key);
      const Range = range && `bytes=${range.first}-${range.last}`;
      try {
        const answer = await client.send(new GetObjectCommand({ ...at(key), Range }));
        if (!(answer.Body instanceof Readable)) throw new Error("the bucket's response has no body");
        const whole = answer.ContentRange?.split("/")[1] ?? answer.ContentLength ?? 0;
        return { stream: answer.Body, bytes: Number(whole), contentType };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async sizeOf(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    async copy(from, to) {
      await client.send(
        new CopyObjectCommand({
          ...at(to),
          CopySource: `${bucket}/${from}`,
          ContentType: contentTypeOf(to),
          MetadataDirective: "REPLACE",
        }),
      );
    },
    remove,
    async *list(folder) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${folder}/` }))
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, changedAt: LastModified }] : [],
        );
    },
  };
}
