import type { ServerResponse } from "node:http";

/** For requests refused before they reach the app's pages. */
export function sendPlainPage(
  response: ServerResponse,
  page: { status: number; title: string; text: string; reference?: string; headers?: Record<string, string> },
): void {
  const reference = page.reference ? `<p>Reference: ${page.reference}</p>` : "";
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${page.title} · Matchcut</title><main><h1>${page.title}</h1><p>${page.text}</p>${reference}<p><a href="/">Return to Home</a></p></main></html>`;
  response.writeHead(page.status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...page.headers,
  });
  response.end(body);
}
