import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personHeader, swipeHeader } from "~/offline-words";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { sendWaiting } from "./sending-waiting";

const ada = "11111111-1111-4111-8111-111111111111";
const [talk, deck] = [`unsent:${ada}:33333333-3333-4333-8333-333333333333`, `unsent:${ada}:deck`];
const message = (messageId: string) => ({ messageId, content: "Hello", isSending: false });
const swipe = (key: string) => ({ targetId: key, key, choice: "like" });

/** Like the browser's Storage, whose own property names are the stored keys. */
class MemoryStorage {
  [name: string]: unknown;
}
Object.defineProperties(MemoryStorage.prototype, {
  getItem: {
    value(this: MemoryStorage, name: string) {
      return this[name] ?? null;
    },
  },
  setItem: {
    value(this: MemoryStorage, name: string, text: string) {
      this[name] = text;
    },
  },
  removeItem: {
    value(this: MemoryStorage, name: string) {
      delete this[name];
    },
  },
});

/** The parts of an element that a note uses. */
class NoteElement {
  readonly dataset = {};
  readonly style = {};
  textContent = "";
  private readonly parts: (NoteElement | string)[] = [];
  press = () => {};
  append(...parts: (NoteElement | string)[]) {
    this.parts.push(...parts);
  }
  addEventListener(_name: string, act: () => void) {
    this.press = act;
  }
  get children() {
    return this.parts.filter((part) => part instanceof NoteElement);
  }
  get firstElementChild() {
    return this.children[0];
  }
  get text(): string {
    return (
      this.textContent + this.parts.map((part) => (typeof part === "string" ? part : part.text)).join("")
    );
  }
  remove() {
    note = undefined;
  }
}

let note: NoteElement | undefined;
let sent: string[];
/** The server's response to each swipe or message, by its key. A number is a status without a body. */
let answers: Record<string, string | number | object | null>;
/** The people the deck's page still shows. */
let stillInDeck: string[] | undefined;
/** Runs while the server is working, to simulate another tab. */
let meanwhile: () => void;
beforeEach(() => {
  sent = [];
  [note, stillInDeck, answers] = [undefined, undefined, {}];
  meanwhile = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("location", { pathname: "/dashboard" });
  vi.stubGlobal("document", {
    getElementById: () => note ?? null,
    querySelector: () => ({
      prepend: (element: NoteElement) => {
        note = element;
      },
    }),
    createElement: () => new NoteElement(),
  });
  vi.stubGlobal("dispatchEvent", ({ detail }: CustomEvent<string[]>) => {
    stillInDeck = detail;
  });
  vi.stubGlobal(
    "fetch",
    async (_path: string, { body, headers }: { body: URLSearchParams; headers: object }) => {
      expect(headers).toEqual({ [personHeader]: ada });
      const key = body.get("messageId") ?? body.get("key") ?? "";
      sent.push(key);
      meanwhile();
      const told = key in answers ? answers[key] : "stored";
      if (typeof told === "number") return new Response("", { status: told });
      if (typeof told === "object") return Response.json(told, { status: 400 });
      return Response.json({ thread: {} }, { headers: { [swipeHeader]: told ?? "" } });
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["messages", talk, message],
  ["swipes", deck, swipe],
])(
  "sends %s once each and in order, including those that another tab adds in the meantime",
  async (_what, name, make) => {
    writeLocal(name, [make("a"), make("b")]);
    meanwhile = () => {
      if (sent.length === 1) writeLocal(name, [make("a"), make("b"), make("c")]);
    };
    await sendWaiting(ada);
    expect(sent).toEqual(["a", "b", "c"]);
    expect(readLocal(name)).toBeUndefined();
  },
);

test("sends messages in the order they were written, regardless of the order that tabs stored them in", async () => {
  const written = (messageId: string, writtenAt: number) => ({ ...message(messageId), writtenAt });
  writeLocal(talk, [written("c", 3), written("a", 1), written("b", 2)]);
  await sendWaiting(ada);
  expect(sent).toEqual(["a", "b", "c"]);
});

test("keeps a message that the server neither stored nor refused, and holds back the ones after it", async () => {
  writeLocal(talk, [message("a"), message("b")]);
  // These are our error page and what a proxy might respond.
  for (const undecided of [{ kind: "bad-request", title: "That didn't work" }, null]) {
    answers = { a: undecided };
    sent = [];
    await sendWaiting(ada);
    expect([sent, readLocal(talk), note]).toEqual([["a"], [message("a"), message("b")], undefined]);
  }
  answers = { a: { refused: "It's over", limit: null, isLasting: true } };
  await sendWaiting(ada);
  const refused = { ...message("a"), reason: "It's over", isLasting: true };
  expect([sent, readLocal(talk)]).toEqual([["a", "a", "b"], [refused]]);
  expect(note).toMatchObject({ text: "A message wasn't sent. See why×" });
  await vi.runAllTimersAsync();
  expect(note).toBeDefined();

  writeLocal(talk, ["c", "d"].map(message));
  answers = { c: { refused: "Too long" }, d: { refused: "Too long" } };
  await sendWaiting(ada);
  expect(note).toMatchObject({ text: "2 messages weren't sent. See why×" });
  (note as NoteElement | undefined)?.children.at(-1)?.press();
  expect(note).toBeUndefined();
});

test("allows a message with a file as much time as the conversation's page does", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  writeLocal(talk, [{ ...message("a"), upload: { uploadId: "b", name: "c" } }, message("d")]);
  await sendWaiting(ada);
  expect(timeout.mock.calls).toEqual([[180_000], [20_000]]);
  timeout.mockRestore();
});

test.each([
  ["messages", talk, message],
  ["swipes", deck, swipe],
])("doesn't store %s again after their writer signs out in another tab", async (_what, name, make) => {
  writeLocal(name, [make("a"), make("b")]);
  meanwhile = () => writeLocal(name, undefined);
  await sendWaiting(ada);
  expect(sent).toEqual(["a"]);
  expect(readLocal(name)).toBeUndefined();
});

const waiting = () => (readLocal(deck) as { key: string }[] | undefined)?.map(({ key }) => key);

test("explains refused swipes on every page until the note is dismissed", async () => {
  writeLocal(deck, ["a", "b", "c", "d", "e"].map(swipe));
  answers = { b: "swipe-limit", c: "swipe-limit", d: "not-found", e: "decided" };
  await sendWaiting(ada);
  expect([sent, waiting(), stillInDeck]).toEqual([["a", "b", "c", "d", "e"], undefined, ["b", "c"]]);
  const words =
    "Swipes that didn't count: 2 over your daily limit (still in your deck); 1 for someone who isn't available anymore; 1 for someone you'd already decided on. See Pricing Options×";
  expect(note?.text).toBe(words);
  await vi.runAllTimersAsync();
  expect(note?.text).toBe(words);

  // The next page adds the swipes that are refused on it.
  writeLocal(deck, [swipe("f")]);
  answers = { f: "not-approved" };
  note = undefined;
  await sendWaiting(ada);
  expect(note).toMatchObject({ text: expect.stringContaining("; 1 because your profile isn't approved; ") });
  (note as NoteElement | undefined)?.children.at(-1)?.press();
  expect(note).toBeUndefined();
  await sendWaiting(ada);
  expect(note).toBeUndefined();
});

test.each([401, 403, 404, 429, 503])(
  "keeps swipes that the server didn't decide on (%i) and sends them later",
  async (status) => {
    writeLocal(deck, ["a", "b"].map(swipe));
    answers = { a: status };
    await sendWaiting(ada);
    expect([sent, waiting(), stillInDeck, note]).toEqual([["a"], ["a", "b"], undefined, undefined]);
    answers = {};
    await sendWaiting(ada);
    expect([sent, waiting()]).toEqual([["a", "a", "b"], undefined]);
    expect(note).toMatchObject({ text: "You're back online. We sent what was waiting here." });
    await vi.runAllTimersAsync();
    expect(note).toBeUndefined();
  },
);

test("doesn't resend a malformed entry, and sends the others", async () => {
  writeLocal(deck, ["a", "b"].map(swipe));
  answers = { a: 400 };
  await sendWaiting(ada);
  expect([sent, waiting(), note?.text]).toEqual([
    ["a", "b"],
    undefined,
    "You're back online. We sent what was waiting here.",
  ]);
});
