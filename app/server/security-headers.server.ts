import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/platform/env.server";
import { paymentOrigins } from "~/platform/payments/payments.server";
import { ablyOrigins } from "~/platform/realtime/ably-address.server";
import { bootScript } from "./remix/boot-script";

const bootHash = `'sha256-${createHash("sha256").update(bootScript).digest("base64")}'`;
const originsOf = (address: string | undefined) => (address ? [new URL(address).origin] : []);
const [assets, media] = [originsOf(env.ASSETS_URL), originsOf(env.MEDIA_URL)];
const https = env.APP_URL.startsWith("https:");
/** Empty if our own files are all that the page needs, which "default-src" already allows. */
const alsoFrom = (directive: string, origins: string[]) =>
  origins.length > 0 && { [directive]: ["'self'", ...origins] };

const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      // Naming each kind of file instead takes 90 more bytes on every page.
      "default-src": ["'self'"],
      "object-src": ["'none'"],
      "script-src": ["'self'", bootHash],
      ...alsoFrom("style-src", assets),
      // Widths of bars and colors of initials are style attributes.
      "style-src-attr": ["'unsafe-inline'"],
      ...alsoFrom("font-src", assets),
      "img-src": ["'self'", "data:", "blob:", ...assets, ...media],
      // The browser takes a still from a video before sending it.
      "media-src": ["'self'", "blob:", ...media],
      ...alsoFrom("connect-src", env.ABLY_API_KEY ? ablyOrigins(env.ABLY_HOST) : []),
      // After a form, browsers also check the redirect to the payment provider.
      "form-action": ["'self'", ...paymentOrigins(env)],
      "frame-ancestors": ["'self'"],
      "base-uri": ["'none'"],
    },
  },
  // Some URLs contain a token, so no request says more than our origin. With helmet's "no-referrer", browsers send
  // "Origin: null" with native forms, and Remix responds with a 500.
  referrerPolicy: { policy: "strict-origin" },
  strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  crossOriginEmbedderPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

/** The product doesn't use them, so injected code doesn't get them. */
const refusedFeatures = ["camera", "geolocation", "gyroscope", "microphone", "payment", "usb"];

export const securityHeaders: ReadonlyMap<string, string> = collect().set(
  "Permissions-Policy",
  refusedFeatures.map((feature) => `${feature}=()`).join(","),
);

/** The other headers apply only to documents. */
const everywhere = ["X-Content-Type-Options", "Strict-Transport-Security"];

/** Also sent with files, health checks and refusals. */
export const basicHeaders: ReadonlyMap<string, string> = new Map(
  [...securityHeaders].filter(([name]) => everywhere.includes(name)),
);

function collect(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // helmet is documented only as middleware. It calls only these two methods (checked with 8.3.0).
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}
