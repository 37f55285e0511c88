import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export function acceptedEncoding(header: string | string[] | null | undefined): "br" | "gzip" | "" {
  const text = String(header ?? "");
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/.test(text)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/.test(text) ? "gzip" : "";
}

/** How long the result is served from memory: for minutes, for seconds, or not at all. */
export type Kept = "long" | "brief" | "not";
const qualities: Record<Kept, number> = { long: 11, brief: 7, not: 3 };
/** Longer bodies might not fit into the first flight, so they get at least level 7. */
const mostQuick = 12_000;

/** Smaller bodies fit into one packet even without compression. */
const minBytes = 600;

/**
 * For a page of 25 kB, brotli 1 takes 0.10 ms for 8.2 kB, brotli 3 takes 0.15 ms for 7.5 kB, and brotli 7 takes 0.4
 * ms for 6.8 kB. A phone's first flight has room for 14.6 kB with the styles, and the next one comes a round trip
 * later. Cached pages get level 11, or 7 if they're cached only for seconds.
 */
export function compress(
  body: string,
  encoding: "br" | "gzip" | "",
  kept: Kept = "not",
): { body: Buffer | string; encoding: string } {
  if (!encoding || body.length < minBytes) return { body, encoding: "" };
  if (encoding === "gzip") return { body: gzipSync(body, { level: kept === "long" ? 9 : 4 }), encoding };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: Math.max(qualities[kept], body.length > mostQuick ? 7 : 0),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // With a window of 64 KB, pages that fit into it get up to 1% smaller.
    [constants.BROTLI_PARAM_LGWIN]: 16,
  };
  return { body: brotliCompressSync(body, { params }), encoding };
}
