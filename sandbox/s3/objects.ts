import { etagOf } from "./signature";

export interface StandInObject {
  body: Buffer;
  contentType: string;
  /** Computed once, because a large object is read in many ranges. */
  etag: string;
  changedAt: Date;
  metadata: Record<string, string>;
}

interface MultipartUpload {
  key: string;
  contentType: string;
  parts: Map<number, Buffer>;
}

/** A bucket in memory. */
export class Bucket {
  objects = new Map<string, StandInObject>();
  private uploads = new Map<string, MultipartUpload>();
  private count = 0;

  put(key: string, body: Buffer, contentType = "binary/octet-stream", metadata = {}): StandInObject {
    const stored = { body, contentType, metadata, etag: etagOf(body), changedAt: new Date() };
    this.objects.set(key, stored);
    return stored;
  }

  beginUpload(key: string, contentType = "binary/octet-stream"): string {
    this.count += 1;
    const uploadId = `upload-${this.count}`;
    this.uploads.set(uploadId, { key, contentType, parts: new Map() });
    return uploadId;
  }

  findUpload(uploadId: string, key: string): MultipartUpload | null {
    const upload = this.uploads.get(uploadId);
    return upload?.key === key ? upload : null;
  }

  /** False if parts are missing, or if any but the last is smaller than S3's minimum of 5 MiB. */
  completeUpload(uploadId: string, key: string, numbers: number[]): boolean {
    const upload = this.findUpload(uploadId, key);
    const parts = numbers.map((number) => upload?.parts.get(number));
    if (!upload || parts.some((part, at) => !part || (at < parts.length - 1 && part.length < 5 * 2 ** 20)))
      return false;
    this.put(key, Buffer.concat(parts as Buffer[]), upload.contentType);
    this.uploads.delete(uploadId);
    return true;
  }

  abortUpload(uploadId: string): void {
    this.uploads.delete(uploadId);
  }

  get unfinished(): number {
    return this.uploads.size;
  }
}

export const partsXml = (parts: Map<number, Buffer>) =>
  `<ListPartsResult><IsTruncated>false</IsTruncated>${[...parts]
    .sort(([one], [other]) => one - other)
    .map(
      ([number, body]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Part>`,
    )
    .join("")}</ListPartsResult>`;

/** A page of up to 1,000 keys, like S3's. */
export function listXml(objects: Map<string, StandInObject>, prefix: string, after: string): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, 1_000);
  const next = keys.length > page.length ? page.at(-1) : undefined;
  return `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`
  }${page
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.changedAt.toISOString()}</LastModified><Size>${objects.get(key)?.body.length}</Size></Contents>`,
    )
    .join("")}</ListBucketResult>`;
}
