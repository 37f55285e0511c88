import { join } from "node:path";
import { env } from "../env.server";
import { noted } from "../service-health.server";
import type { FilesPort } from "./files-port.server";
import { localFiles } from "./local-files.server";
import { localIncoming, type ResumableStore, s3Incoming } from "./resumable.server";
import { s3Files } from "./s3-files.server";

const s3 =
  env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      }
    : null;
const folder = join(env.DATA_DIR, "files");

/** The sender has disconnected, or the file no longer exists. Neither means that storage failed. */
const notItsFault = /^(ECONNRESET|ENOENT|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)$/;

export const files: FilesPort = noted("files", s3 ? s3Files(s3) : localFiles(folder), (error) =>
  notItsFault.test(String((error as NodeJS.ErrnoException).code)),
);

/** The store for resumable uploads. It's the same one, so `files` can read and copy them. */
export const incoming: ResumableStore = s3 ? s3Incoming(s3) : localIncoming(folder);
