import { env } from "~/platform/env.server";

/** Attributes that name a file. `href` also names pages, but only the build's own files begin with /assets/. */
const named = /\b(href|src|srcset|poster)="[^"]*"/gi;
const [built, uploaded] = [/(?<=[" ])(?=\/assets\/)/g, /(?<=[" ])(?=\/(?:media|files)\/)/g];

/**
 * Makes a page load its files from ASSETS_URL and MEDIA_URL. Only for guests' pages without script: anything else that
 * a page shows may be private, and script loads its modules from one origin.
 */
export function withEdgeAddresses(html: string): string {
  const { ASSETS_URL: assets = "", MEDIA_URL: media = "" } = env;
  if (!assets && !media) return html;
  return html.replace(named, (attribute) => {
    const text = attribute.replace(built, assets);
    return /^href/i.test(text) ? text : text.replace(uploaded, media);
  });
}
