import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** 'br', 'gzip' or ''. */
export function acceptedEncoding(header: string | string[] | null | undefined): "br" | "gzip" | "" {
  const text = String(header ?? "");
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/.test(text)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/.test(text) ? "gzip" : "";
}

/** Smaller bodies fit one packet anyway. */
const minBytes = 600;

/**
 * For /discover, brotli 1 takes 0.06 ms for 4.0 kB, brotli 4 takes 0.5 ms for 3.6 kB; both fit the first flight.
 * Cached pages get 11.
 */
export function compress(
  body: string,
  encoding: "br" | "gzip" | "",
  isCached = false,
): { body: Buffer | string; encoding: string } {
  if (!encoding || body.length < minBytes) return { body, encoding: "" };
  if (encoding === "gzip") return { body: gzipSync(body, { level: isCached ? 9 : 4 }), encoding };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isCached ? 11 : 1,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { body: brotliCompressSync(body, { params }), encoding };
}
