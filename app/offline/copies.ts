import { isId } from "~/ids";
import { copyHeader, noPerson, offlineHeader, personHeader } from "~/offline-words";
import { built, type FetchEvent } from "./worker-scope";

/** A cache of copies is named after its build and its person. */
const prefix = "copies:";
const nameFor = (person: string) => `${prefix}${built.manifest}:${person}`;

const mostCopies = 30;
/** In ms: as long as an unused session lasts. */
const keptFor = 14 * 86_400_000;
/** A page counts as settled after this many ms without a change. */
const settlesIn = 4_000;

/** The person whose page was seen last; undefined until the first page after the worker has started. */
let known: string | undefined;
/** Counts sign-outs and changes of person. A response isn't kept if it was requested before the latest one. */
let turn = 0;

export const currentTurn = () => turn;

async function copyCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** Called at sign-out, once the server has responded. */
export async function forgetEveryone(): Promise<void> {
  turn += 1;
  known = undefined;
  await Promise.all((await copyCaches()).map((name) => caches.delete(name)));
}

/** Deletes other people's copies. */
async function noticePerson(person: string): Promise<void> {
  if (person === known) return;
  if (known !== undefined) turn += 1;
  known = person;
  const others = (await copyCaches()).filter((name) => !name.endsWith(`:${person}`));
  await Promise.all(others.map((name) => caches.delete(name)));
}

const { discover, messages } = built.paths;

/** The pages that are requested again after a change. The server decides which pages may be kept. */
export const isKeptPath = (path: string) =>
  path === discover ||
  path === messages ||
  (path.startsWith(`${messages}/`) && isId(path.slice(messages.length + 1)));

/** The page that a script's request belongs to: a navigation's data, a swipe, or news in a conversation. */
export function pageBehind({ pathname }: URL): string | null {
  const page = pathname.replace(/(?:(?:\/swipe)?\.data|\/now)$/, "");
  return page !== pathname && isKeptPath(page) ? page : null;
}

/** The page doesn't exist, or its person may not see it anymore. */
const isGone = ({ status }: Response) => status === 404 || status === 410;

/**
 * Finds out from a response whose page it is, and keeps it if the server allows that. Deletes copies of pages that
 * don't exist anymore.
 * @param askedIn the turn it was requested in
 */
export async function learnFrom(
  answer: Response,
  url: URL,
  askedIn: number,
  event: Pick<FetchEvent, "waitUntil">,
): Promise<void> {
  const person = answer.headers.get(personHeader);
  // We can't read the headers of a redirect or of another server's response.
  if (person === null || askedIn !== turn) return;
  await noticePerson(person);
  const offline = answer.headers.get(offlineHeader);
  event.waitUntil(noteSavesData(offline === "saves-data"));
  if (isGone(answer)) event.waitUntil(forget(pageBehind(url) ?? url.pathname));
  else if (offline === "keep" && person !== noPerson)
    event.waitUntil(keep(url.pathname, answer.clone(), person));
}

async function forget(path: string, except?: string): Promise<void> {
  for (const name of await copyCaches())
    if (name !== except) await (await caches.open(name)).delete(path, { ignoreVary: true });
}

/** A page of another build would need files that this worker doesn't have. */
async function keep(path: string, answer: Response, person: string): Promise<void> {
  const html = await answer.clone().text();
  const isOwn = () => known === person;
  if (!isOwn() || !html.includes(built.manifest)) return;
  const name = nameFor(person);
  const cache = await caches.open(name);
  // Added at the end, because the cache keeps pages in the order of their visits.
  await cache.delete(path, { ignoreVary: true });
  await cache.put(path, answer);
  for (const oldest of (await cache.keys()).slice(0, -mostCopies))
    await cache.delete(oldest, { ignoreVary: true });
  await forget(path, name);
  if (!isOwn()) await caches.delete(name);
}

interface Copy {
  path: string;
  html: string;
  headers: Headers;
  /** In milliseconds since 1970. */
  at: number;
}

async function readCopy(path: string, answer: Response): Promise<Copy | null> {
  const at = Date.parse(answer.headers.get("Date") ?? "");
  if (!(Date.now() - at < keptFor)) return null;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return { path, html: await answer.text(), headers, at };
}

/** Returns the copy as the server sent it, marked with its time, which the page's script shows. */
export async function findCopy(path: string): Promise<Response | null> {
  for (const name of await copyCaches()) {
    const answer = await (await caches.open(name)).match(path, { ignoreVary: true });
    const copy = answer && (await readCopy(path, answer));
    if (copy)
      return new Response(copy.html.replace("<html ", `<html data-copied="${copy.at}" `), {
        headers: copy.headers,
      });
  }
  return null;
}

/** Lists the latest copies first, with the pages' titles, which are HTML. */
export async function listCopies(): Promise<Pick<Copy & { title: string }, "path" | "title" | "at">[]> {
  const copies: (Copy & { title: string })[] = [];
  for (const name of await copyCaches()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const path = new URL(url).pathname;
      const answer = await cache.match(path, { ignoreVary: true });
      const copy = answer && (await readCopy(path, answer));
      const title = /<title>([^<]*) · Matchcut<\/title>/.exec(copy?.html ?? "")?.[1];
      if (copy && title) copies.push({ ...copy, title });
    }
  }
  return copies.sort((one, other) => other.at - one.at);
}

/** Builds that copies still belong to. */
export async function buildsOfCopies(): Promise<Set<string>> {
  const used = new Set<string>();
  for (const name of await copyCaches()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.length > 0) used.add(name.slice(prefix.length, name.lastIndexOf(":")));
    else await caches.delete(name);
  }
  return used;
}

const changes = new Map<string, number>();

/**
 * Requests a page's document again once scripts have stopped changing the page for a while. That request doesn't count
 * as opening the page. A sign-out in between cancels it, so that the next person gets only copies of pages that they
 * opened themselves.
 */
export async function copyLater(path: string, event: Pick<FetchEvent, "waitUntil">): Promise<void> {
  const change = (changes.get(path) ?? 0) + 1;
  changes.set(path, change);
  const askedIn = turn;
  await new Promise((settled) => setTimeout(settled, settlesIn));
  if (changes.get(path) !== change) return;
  changes.delete(path);
  if (askedIn !== turn || (await fetchesNothingAhead())) return;
  const answer = await fetch(path, { headers: { [copyHeader]: "1" }, redirect: "manual" }).catch(() => null);
  if (answer && (answer.ok || isGone(answer)))
    await learnFrom(answer, new URL(path, location.href), askedIn, event);
}

const aboutName = "about";
const savesDataMark = "/saves-data";
let savesData: boolean | undefined;

/** Remembers the choice for a worker that's installed later, because that worker never sees this page's headers. */
async function noteSavesData(saves: boolean): Promise<void> {
  if (saves === savesData) return;
  savesData = saves;
  const about = await caches.open(aboutName);
  if (saves) await about.put(savesDataMark, new Response());
  else await about.delete(savesDataMark);
}

/** Whether the person or the browser saves data, or the connection is too slow for script. */
export async function fetchesNothingAhead(): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return true;
  return savesData ?? (await (await caches.open(aboutName)).match(savesDataMark)) !== undefined;
}
