import type { ServerResponse } from "node:http";

interface PlainPage {
  status: number;
  title: string;
  text: string;
  reference?: string;
  headers?: Record<string, string>;
}

// The app's typeface and colors. CSP allows style attributes, but no style element.
const looks =
  "max-width:36rem;margin:15vh auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;background:light-dark(#fcfbf9,#120b09);color:light-dark(#17120e,#fbf1e8)";

const htmlOf = ({ title, text, reference }: PlainPage) =>
  `<!doctype html><html lang="en" style="${looks}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Matchcut</title></head><body><main><h1>${title}</h1><p>${text}</p>${reference ? `<p>Reference: ${reference}</p>` : ""}<p><a href="/" style="color:inherit">Return to Home</a></p></main></body></html>`;

const plainHeaders = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };

/** For requests refused before they reach the app's pages. */
export function sendPlainPage(response: ServerResponse, page: PlainPage): void {
  const body = htmlOf(page);
  response.writeHead(page.status, {
    ...plainHeaders,
    "Content-Length": Buffer.byteLength(body),
    ...page.headers,
  });
  response.end(body);
}

/** For a route that renders no page. */
export function plainPage(page: PlainPage): Response {
  return new Response(htmlOf(page), { status: page.status, headers: { ...plainHeaders, ...page.headers } });
}
