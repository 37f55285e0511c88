import { offlineTitle } from "~/ui/offline-title";
import { findOfflinePage } from "./built-files";
import { findCopy, listCopies } from "./copies";
import { built } from "./worker-scope";

const { discover, messages } = built.paths;

/** A conversation or the list of conversations, with the time when the copy was made. */
function rowOf({ path, title, at }: { path: string; title: string; at: number }): string {
  const [, name = title] = /^(.+) · .+$/.exec(title) ?? [];
  const day = new Date(at);
  const words =
    day.toDateString() === new Date().toDateString()
      ? day.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" })
      : day.toLocaleDateString("en-US", { month: "short", day: "numeric" });
  return `<li><a href="${path}"><b>${name}</b> <span></span> <span class="muted">as of ${words}</span></a></li>`;
}

/** The offline page for a worker that may not prefetch anything. */
const bare = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${offlineTitle} · Matchcut</title><h1>${offlineTitle}</h1><p>We couldn't reach Matchcut. Try again when you're back online.</p>`;

/**
 * Responds with the page's copy or, if there's none, with the offline page and its list of copies.
 * @param path null for a form, because none of it was sent
 */
export async function answerOffline(path: string | null): Promise<Response> {
  const copy = path === null ? null : await findCopy(path);
  if (copy) return copy;
  const page = await findOfflinePage();
  const given = page ? await page.text() : bare;
  const copies = await listCopies();
  const inbox = copies.find(({ path }) => path === messages);
  const talks = [
    ...copies.filter(({ path }) => path.startsWith(`${messages}/`)),
    ...(inbox ? [{ ...inbox, title: "All conversations" }] : []),
  ]
    .map(rowOf)
    .join(" ");
  const shown = {
    unsent: path === null,
    talks: talks !== "",
    deck: copies.some((copy) => copy.path === discover),
  };
  const html = given
    .replace(/ hidden=""(?= data-(\w+))/g, (hidden, part) =>
      shown[part as keyof typeof shown] ? "" : hidden,
    )
    .replace("<li></li>", () => talks);
  const headers = new Headers(page?.headers ?? { "Content-Type": "text/html; charset=utf-8" });
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(html, { status: 503, statusText: "Offline", headers });
}
