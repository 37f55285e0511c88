import type { ServerResponse } from "node:http";

interface PlainPage {
  status: number;
  title: string;
  text: string;
  reference?: string;
  headers?: Record<string, string>;
}

// CSP allows style attributes, but no style element. The colors are those of app/styles/tokens.css.
const styles = {
  html: "color-scheme:light dark;background:light-dark(#fcfbf9,#120b09);color:light-dark(#17120e,#fbf1e8);font:16px/1.45 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  body: "max-width:36rem;margin:0 auto;padding:8px 16px 36px",
  logo: "display:inline-flex;gap:8px;align-items:center;min-height:44px;font-size:22px;font-weight:700;letter-spacing:-.02em;color:inherit;text-decoration:none",
  frames:
    "height:min(48vw,30vh);margin:16px 0 24px;border-radius:14px;background:linear-gradient(102deg,light-dark(#16110e,#060403) 48%,#0000 48.3% 51.7%,light-dark(#e8e2da,#39291f) 52%)",
  title: "margin:0 0 8px;font-size:36px;line-height:1;letter-spacing:-.022em;text-wrap:balance",
  muted: "margin:16px 0;color:light-dark(#564f49,#cdbcae)",
  button:
    "display:inline-block;padding:14px 24px;border-radius:99px;font-weight:600;text-decoration:none;background:light-dark(#d2330b,#ff6f42);color:light-dark(#fff,#240a02)",
};

const logo =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M2 4h18l-8 20H2z" fill="currentColor"/><path d="M22 8h8v20H14z" fill="light-dark(#d2330b,#ff6f42)"/></svg>';

const htmlOf = ({ title, text, reference }: PlainPage) =>
  `<!doctype html><html lang="en" style="${styles.html}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Matchcut</title></head><body style="${styles.body}"><header><a href="/" style="${styles.logo}">${logo}Matchcut</a></header><main><div style="${styles.frames}"></div><h1 style="${styles.title}">${title}</h1><p>${text}</p><p><a href="/" style="${styles.button}">Return to Home</a></p>${reference ? `<p style="${styles.muted}">Reference: ${reference}</p>` : ""}</main></body></html>`;

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
