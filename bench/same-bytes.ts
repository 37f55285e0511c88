import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import express from "express";

/** One response from memory: the upper limit for any framework. */
const [kind, file = ""] = process.argv.slice(2);
const { headers, body: encoded }: { headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(file, "utf8"),
);
const body = Buffer.from(encoded, "base64");
const port = Number(process.env.PORT);

if (kind === "express") {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.get("*", (_request, response) => response.set(headers).send(body));
  app.listen(port, "127.0.0.1");
} else {
  createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(port, "127.0.0.1");
}
