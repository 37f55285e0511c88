import { beforeEach, expect, test, vi } from "vitest";
import { noPerson, offlineHeader, personHeader } from "~/offline-words";

/** The parts of the browser's Cache that the worker uses. */
class MemoryCache {
  readonly entries = new Map<string, Response>();
  private readonly at = (asked: Request | string) =>
    new URL(typeof asked === "string" ? asked : asked.url, site).href;
  async match(asked: Request | string) {
    return this.entries.get(this.at(asked))?.clone();
  }
  async put(asked: Request | string, answer: Response) {
    this.entries.set(this.at(asked), answer);
  }
  async delete(asked: Request | string) {
    return this.entries.delete(this.at(asked));
  }
  async keys() {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
}

const site = "https://matchcut.example";
const [own, old] = ["/assets/manifest-own.js", "/assets/manifest-old.js"];
const [ada, ben] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const place = "/messages/33333333-3333-4333-8333-333333333333";

let stored: Map<string, MemoryCache>;
beforeEach(() => {
  stored = new Map();
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new MemoryCache();
    stored.set(name, cache);
    return cache;
  };
  vi.stubGlobal("caches", {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async () => undefined,
  });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BUILT", {
    manifest: own,
    files: [],
    paths: {
      logout: "/logout",
      discover: "/discover",
      messages: "/messages",
      notifications: "/notifications",
    },
  });
});

async function startWorker() {
  vi.resetModules();
  const [copies, files] = [await import("./copies"), await import("./built-files")];
  return { ...copies, ...files, ...(await import("./offline-answers")) };
}
type Worker = Awaited<ReturnType<typeof startWorker>>;

interface Page {
  person?: string;
  offline?: string;
  manifest?: string;
  date?: Date;
  path?: string;
  status?: number;
}

function pageOf({
  person = ada,
  offline = "keep",
  manifest = own,
  date = new Date(),
  status,
}: Page): Response {
  const html = `<html lang="en"><title>Rafa · Messages · Matchcut</title>${manifest}</html>`;
  return new Response(html, {
    status,
    headers: { [personHeader]: person, [offlineHeader]: offline, Date: date.toUTCString() },
  });
}

async function show(worker: Worker, page: Page = {}, askedIn = worker.currentTurn()): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  const event = { waitUntil: (work: Promise<unknown>) => void waiting.push(work) };
  await worker.learnFrom(pageOf(page), new URL(page.path ?? place, site), askedIn, event);
  await Promise.all(waiting);
}
const copyAt = async (worker: Worker, path = place) => (await worker.findCopy(path))?.text();

test("keeps a page for its person and marks it as a copy", async () => {
  await show(await startWorker());
  const worker = await startWorker();
  expect(await copyAt(worker)).toMatch(/^<html data-copied="\d+" lang="en">/);
  expect(await worker.listCopies()).toMatchObject([{ path: place, title: "Rafa · Messages" }]);
  await show(worker, { path: "/messages", offline: "" });
  expect(await copyAt(worker, "/messages")).toBeUndefined();
});

test("the offline page shows only what's on the device: conversations with their times, and the deck", async () => {
  const worker = await startWorker();
  const page = `<p hidden="" data-unsent="">Nothing was sent</p><section hidden="" data-talks=""><ul><li></li></ul></section><section hidden="" data-deck=""></section>`;
  const built = await caches.open(`built:${own}`);
  await built.put("/offline", new Response(page));
  const offline = async (path: string | null) => (await worker.answerOffline(path)).text();
  const empty = page.replace("<li></li>", "");
  expect(await offline("/dashboard")).toBe(empty);
  expect(await offline(null)).toBe(empty.replace('hidden="" data-unsent', "data-unsent"));
  const date = new Date(Date.now() - 5 * 86_400_000);
  await show(worker, { date });
  const day = date.toLocaleDateString("en-US", { month: "short", day: "numeric" });
  const row = `<li><a href="${place}"><b>Rafa</b> <span></span> <span class="muted">as of ${day}</span></a></li>`;
  expect(await offline("/dashboard")).toBe(
    page.replace('hidden="" data-talks', "data-talks").replace("<li></li>", row),
  );
  await show(worker, { path: "/messages" });
  expect(await offline("/dashboard")).toMatch(/<b>Rafa<\/b>.*<a href="\/messages"><b>All conversations<\/b>/);
  await show(worker, { path: "/discover" });
  expect(await offline("/dashboard")).toContain('<section data-deck="">');
  expect(await offline(place)).toContain("data-copied");
});

test.each([
  ["a guest", { person: noPerson, offline: "" }],
  ["another person", { person: ben, path: "/messages" }],
])(
  "deletes everyone else's copies once %s's page has been seen, even after the worker restarts",
  async (_who, page) => {
    for (const isNew of [false, true]) {
      const worker = await startWorker();
      await show(worker);
      const later = isNew ? await startWorker() : worker;
      await show(later, page);
      expect(await copyAt(later)).toBeUndefined();
      expect([...stored.keys()].filter((name) => name.endsWith(ada))).toEqual([]);
    }
  },
);

test.each([
  ["/discover.data", "/discover"],
  ["/discover/swipe.data", "/discover"],
  [`${place}/now`, place],
  [`${place}/presence`, null],
  ["/dashboard.data", null],
])("a script's request to %s counts toward the page %s", async (path, page) => {
  expect((await startWorker()).pageBehind(new URL(path, site))).toBe(page);
});

test("doesn't keep a response requested before signing out or before another person signed in", async () => {
  const worker = await startWorker();
  await show(worker);
  const before = worker.currentTurn();
  await worker.forgetEveryone();
  expect(await copyAt(worker)).toBeUndefined();
  await show(worker, {}, before);
  expect(await copyAt(worker)).toBeUndefined();
  await show(worker, { person: noPerson, offline: "" });
  const asGuest = worker.currentTurn();
  await show(worker, { person: ben });
  await show(worker, { person: ada, path: "/discover" }, asGuest);
  expect([await copyAt(worker, "/discover"), (await copyAt(worker)) !== undefined]).toEqual([
    undefined,
    true,
  ]);
});

test("a sign-out cancels a copy that's about to be requested, so that it isn't made for the next person", async () => {
  vi.stubGlobal("location", new URL(site));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const asked = vi.fn(async () => pageOf({ person: ben }));
  vi.stubGlobal("fetch", asked);
  const worker = await startWorker();
  await show(worker);
  const copied = worker.copyLater(place, { waitUntil: () => {} });
  await worker.forgetEveryone();
  await vi.runAllTimersAsync();
  await copied;
  expect(asked).not.toHaveBeenCalled();
  expect(await copyAt(worker)).toBeUndefined();
  vi.useRealTimers();
});

/** Waits for the server's response, which `answer` supplies. */
async function askToSignOut() {
  const acts = new Map<string, (event: unknown) => void>();
  vi.stubGlobal("addEventListener", (name: string, act: (event: unknown) => void) => acts.set(name, act));
  vi.stubGlobal("location", new URL(site));
  const unsubscribe = vi.fn(async () => true);
  vi.stubGlobal("registration", { pushManager: { getSubscription: async () => ({ unsubscribe }) } });
  let answer: (response: Response | Promise<Response>) => void = () => {};
  const asked = new Promise<void>((isAsked) => {
    vi.stubGlobal("fetch", () => {
      isAsked();
      return new Promise<Response>((answered) => {
        answer = answered;
      });
    });
  });
  const worker = await startWorker();
  await import("./service-worker");
  let signedOut: Promise<Response> | undefined;
  acts.get("fetch")?.({
    request: {
      method: "POST",
      url: `${site}/logout`,
      mode: "navigate",
      destination: "document",
      headers: new Headers(),
    },
    respondWith: (given: Promise<Response>) => {
      signedOut = given;
    },
    waitUntil: () => {},
  });
  await asked;
  const give = (given: Parameters<typeof answer>[0]) => {
    answer(given);
    return signedOut;
  };
  return { worker, answer: give, unsubscribe };
}

test("also deletes a copy that another tab makes during a sign-out", async () => {
  for (const [status, type] of [
    [200, "basic"],
    [0, "opaqueredirect"],
  ] as const) {
    const { worker, answer, unsubscribe } = await askToSignOut();
    await show(worker);
    const before = worker.currentTurn();
    await answer({ status, type, ok: status === 200 } as Response);
    expect(await copyAt(worker)).toBeUndefined();
    await show(worker, {}, before);
    expect(await copyAt(worker)).toBeUndefined();
    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  }
});

test("keeps everything if the server refused to sign out or couldn't be reached", async () => {
  for (const refusal of [() => new Response("", { status: 403 }), () => Promise.reject(new TypeError())]) {
    const { worker, answer, unsubscribe } = await askToSignOut();
    await show(worker);
    expect([403, 503]).toContain((await answer(refusal()))?.status);
    expect(await copyAt(worker)).toBeDefined();
    expect(unsubscribe).not.toHaveBeenCalled();
  }
});

test("keeps a copy together with its build's files until the next build replaces it", async () => {
  vi.stubGlobal("BUILT", { ...(globalThis as unknown as { BUILT: object }).BUILT, manifest: old });
  const before = await startWorker();
  await show(before, { manifest: old });
  await caches.open(`built:${old}`);
  await caches.open("built:/assets/manifest-older.js");
  // This page comes from the next build, whose worker hasn't taken over yet.
  await show(before, { path: "/messages" });
  expect(await copyAt(before, "/messages")).toBeUndefined();

  vi.stubGlobal("BUILT", { ...(globalThis as unknown as { BUILT: object }).BUILT, manifest: own });
  const takeOver = async () => {
    const worker = await startWorker();
    await caches.open(`built:${own}`);
    await worker.dropBuiltFiles((await worker.buildsOfCopies()).add(own));
    return worker;
  };
  const worker = await takeOver();
  expect(await copyAt(worker)).toContain(old);
  expect([...stored.keys()].filter((name) => name.startsWith("built:"))).toEqual([
    `built:${old}`,
    `built:${own}`,
  ]);
  await show(worker);
  expect(await copyAt(worker)).toContain(own);
  await takeOver();
  expect([...stored.keys()].filter((name) => name.startsWith("built:"))).toEqual([`built:${own}`]);
});

test("keeps up to thirty copies for as long as an unused session lasts", async () => {
  const worker = await startWorker();
  await show(worker, { date: new Date(Date.now() - 14 * 86_400_000 - 1_000) });
  expect(await copyAt(worker)).toBeUndefined();
  const ids = Array.from({ length: 31 }, (_, n) => `/messages/${place.slice(10, -2)}${10 + n}`);
  for (const path of [...ids.slice(0, 2), ...ids]) await show(worker, { path });
  const kept = (await worker.listCopies()).map(({ path }) => path);
  expect([kept.length, kept.includes(ids[0] ?? ""), kept.includes(ids[30] ?? "")]).toEqual([30, false, true]);
});

test("deletes all copies of a page that no longer exists, from any build", async () => {
  vi.stubGlobal("location", new URL(site));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.stubGlobal("fetch", async () => pageOf({ status: 410, offline: "" }));
  const learn: Record<string, (worker: Worker) => Promise<unknown>> = {
    "its own address": (worker) => show(worker, { status: 404, offline: "" }),
    "data of a navigation": (worker) => show(worker, { path: `${place}.data`, status: 404, offline: "" }),
    "a copy asked for after a change": async (worker) => {
      const waiting: Promise<unknown>[] = [];
      const copied = worker.copyLater(place, { waitUntil: (work) => void waiting.push(work) });
      await vi.runAllTimersAsync();
      await copied;
      await Promise.all(waiting);
    },
  };
  for (const [how, act] of Object.entries(learn)) {
    const worker = await startWorker();
    await show(worker);
    await show(worker, { path: "/messages" });
    await (await caches.open(`copies:${old}:${ada}`)).put(
      new URL(place, site).href,
      pageOf({ manifest: old }),
    );
    await act(worker);
    const left = [await copyAt(worker), (await copyAt(worker, "/messages")) !== undefined];
    expect([how, ...left]).toEqual([how, undefined, true]);
    await show(worker);
    await show(worker, { status: 503, offline: "" });
    expect(await copyAt(worker)).toBeDefined();
  }
  vi.useRealTimers();
});

test("prefetches nothing for a person who saves data, in this worker or a later one", async () => {
  const worker = await startWorker();
  expect(await worker.fetchesNothingAhead()).toBe(false);
  await show(worker, { offline: "saves-data" });
  expect(await copyAt(worker)).toBeUndefined();
  expect(await worker.fetchesNothingAhead()).toBe(true);
  expect(await (await startWorker()).fetchesNothingAhead()).toBe(true);
  await show(worker);
  expect(await (await startWorker()).fetchesNothingAhead()).toBe(false);
  for (const connection of [{ saveData: true }, { effectiveType: "slow-2g" }]) {
    vi.stubGlobal("navigator", { connection });
    expect(await worker.fetchesNothingAhead()).toBe(true);
  }
});
