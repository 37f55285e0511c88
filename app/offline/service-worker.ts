import { addBuiltFiles, answerBuiltFile, dropBuiltFiles, isBuiltFile } from "./built-files";
import {
  buildsOfCopies,
  copyLater,
  currentTurn,
  fetchesNothingAhead,
  forgetEveryone,
  isKeptPath,
  learnFrom,
  pageBehind,
} from "./copies";
import { answerOffline } from "./offline-answers";
import { followPushes, unsubscribe } from "./pushes";
import { built, type FetchEvent, worker } from "./worker-scope";

worker.addEventListener("install", (event) =>
  event.waitUntil(fetchesNothingAhead().then((nothing) => (nothing ? undefined : addBuiltFiles()))),
);

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

/** No page of an earlier build is open now, but copies of its pages may have been kept. */
async function begin(): Promise<void> {
  await dropBuiltFiles((await buildsOfCopies()).add(built.manifest));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || isLarge(request, url)) return;
  const isGet = request.method === "GET";
  if (isGet && isBuiltFile(url)) return event.respondWith(answerBuiltFile(event));
  const isSignOut = !isGet && url.pathname.replace(/\.data$/, "") === built.paths.logout;
  if (request.mode === "navigate" && request.destination === "document")
    return event.respondWith(isSignOut ? signOut(event) : openPage(event, url));
  if (isSignOut) return event.respondWith(signOut(event));
  // For other requests, only note who the response is for. A form with a file bypasses the worker.
  if (isGet && url.pathname.endsWith(".data")) event.respondWith(openPage(event, url));
  const changed = pageBehind(url);
  if (changed) event.waitUntil(copyLater(changed, event));
});

/** Uploads and downloads, which bypass the worker. */
const isLarge = ({ headers }: Request, { pathname }: URL) =>
  /^\/(?:media|files)\//.test(pathname) || Boolean(headers.get("Content-Type")?.startsWith("multipart/"));

/**
 * The response still names the person who's signing out, and so do pages that other tabs request until then. Delete
 * nothing before the server has agreed, because it refuses forms from other sites. For a form's request, the redirect
 * is an opaque response.
 */
async function signOut(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request).catch((error) => {
    if (event.request.mode === "navigate") return null;
    throw error;
  });
  if (!answer) return answerOffline(null);
  if (answer.ok || answer.type === "opaqueredirect") {
    event.waitUntil(unsubscribe());
    await forgetEveryone();
  }
  return answer;
}

/** Responds from the network, or from the copies if that fails. */
async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  const askedIn = currentTurn();
  let answer: Response;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    if (event.request.mode !== "navigate") throw error;
    return answerOffline(event.request.method === "GET" ? url.pathname : null);
  }
  await learnFrom(answer, url, askedIn, event);
  return answer;
}

interface Told {
  /** The build of the page that sends the message. */
  manifest?: string;
  /** The path of a page that was open before the worker, or arrived while the worker was starting. */
  uncontrolled?: string;
}

worker.addEventListener("message", (event) => {
  const { manifest, uncontrolled } = event.data as Told;
  if (manifest === built.manifest) event.waitUntil(takeOver());
  if (uncontrolled === undefined) return;
  event.waitUntil(worker.clients.claim());
  if (isKeptPath(uncontrolled)) event.waitUntil(copyLater(uncontrolled, event));
});

/**
 * A new worker waits until all pages of the previous build are closed. It takes over right away only if the one open
 * page comes from its own build.
 */
async function takeOver(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length === 1) await worker.skipWaiting();
}

followPushes();
