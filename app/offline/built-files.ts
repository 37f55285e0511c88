import { offlinePath } from "~/offline-words";
import { built, type FetchEvent } from "./worker-scope";

const prefix = "built:";
const ownName = prefix + built.manifest;

const openOwn = () => caches.open(ownName);

/** Caches the offline page for guests and the files that kept pages need. */
export async function addBuiltFiles(): Promise<void> {
  const cache = await openOwn();
  await cache.addAll([...built.files, new Request(offlinePath, { credentials: "omit", cache: "reload" })]);
}

/** Files with a hash in their name never change, so a cached one is right for every build. */
export async function answerBuiltFile(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(openOwn().then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

export const isBuiltFile = ({ pathname }: URL) => pathname.startsWith("/assets/");

/**
 * The newest offline page from any build; undefined if the browser asked to save data when the worker was installed.
 */
export async function findOfflinePage(): Promise<Response | undefined> {
  return (await (await openOwn()).match(offlinePath)) ?? caches.match(offlinePath);
}

/** @param used the builds whose pages may still be shown */
export async function dropBuiltFiles(used: ReadonlySet<string>): Promise<void> {
  const names = await caches.keys();
  const over = names.filter((name) => name.startsWith(prefix) && !used.has(name.slice(prefix.length)));
  await Promise.all(over.map((name) => caches.delete(name)));
}
