import { constants, createBrotliCompress } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express from "express";

const built = new URL("../../node_modules/.cache/bare-remix/server/index.js", import.meta.url).href;
const build = (await import(built)) as ServerBuild;
const app = express();
if (process.argv.includes("compressed")) app.use(compressStream);
app.all("*", createRequestHandler({ build }));
app.listen(Number(process.env.PORT), "127.0.0.1");

/** The `compression` middleware's defaults: brotli 4, flushed after each write of Remix's. */
function compressStream(_request: express.Request, response: express.Response, next: express.NextFunction) {
  const encoder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  const { write, end } = response;
  encoder.on("data", (chunk: Buffer) => write.call(response, chunk, "utf8"));
  encoder.on("end", () => end.call(response, undefined, "utf8"));
  response.setHeader("Content-Encoding", "br");
  Object.assign(response, {
    write: (chunk: Uint8Array) => encoder.write(chunk),
    end: () => encoder.end(),
    flush: () => encoder.flush(),
  });
  next();
}
