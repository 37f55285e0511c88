import { join } from "node:path";
import { env } from "../env.server";
import type { FilesSide } from "./files-side.server";
import { localFiles } from "./local-files.server";
import { s3Files } from "./s3-files.server";

export const files: FilesSide =
  env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? s3Files({
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      })
    : localFiles(join(env.DATA_DIR, "files"));
