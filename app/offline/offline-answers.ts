import { offlineTitle } from "~/ui/offline-title";
import { findOfflinePage } from "./built-files";
import { findCopy, listCopies } from "./copies";

/** The offline page for when the worker may not prefetch anything. */
const bare = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${offlineTitle} · Matchcut</title><h1>${offlineTitle}</h1><p>We couldn't reach Matchcut. Try again when you're back online.</p>`;

/**
 * Shows the page's copy or, without one, the offline page with a list of copies.
 * @param path null for a form, of which nothing was sent
 */
export async function answerOffline(path: string | null): Promise<Response> {
  const copy = path === null ? null : await findCopy(path);
  if (copy) return copy;
  const page = await findOfflinePage();
  const given = page ? await page.text() : bare;
  const list = (await listCopies())
    .map(({ path, title }) => {
      const [, name = title, kind = ""] = /^(.+)( · .+)$/.exec(title) ?? [];
      return `<li><a href="${path}"><span><b>${name}</b>${kind}</span></a></li>`;
    })
    .join(" ");
  const html = given
    .replace(path === null ? / hidden=""(?= data-unsent)/ : /$^/, "")
    .replace(list === "" ? /$^/ : / hidden=""(?= data-copies)/, "")
    .replace("<li></li>", () => list);
  const headers = new Headers(page?.headers ?? { "Content-Type": "text/html; charset=utf-8" });
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(html, { status: 503, statusText: "Offline", headers });
}
