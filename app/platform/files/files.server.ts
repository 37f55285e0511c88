import { join } from "node:path";
import { env } from "../env.server";
import type { FilesSide } from "./files-side.server";
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

export const files: FilesSide = s3 ? s3Files(s3) : localFiles(folder);

/** Where resumable uploads arrive, in the same store: `files` reads and moves them. */
export const incoming: ResumableStore = s3 ? s3Incoming(s3) : localIncoming(folder);
