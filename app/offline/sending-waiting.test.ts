import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personHeader } from "~/offline-words";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { sendWaiting } from "./sending-waiting";

const ada = "11111111-1111-4111-8111-111111111111";
const [talk, deck] = [`unsent:${ada}:33333333-3333-4333-8333-333333333333`, `unsent:${ada}:deck`];
const message = (messageId: string) => ({ messageId, content: "Hello", isSending: false });
const swipe = (key: string) => ({ targetId: key, key, choice: "like" });

/** As the browser's: its own names are what it stores. */
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

let sent: string[];
/** What happens in another tab while the server works. */
let meanwhile: () => void;
beforeEach(() => {
  sent = [];
  meanwhile = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("location", { pathname: "/dashboard" });
  vi.stubGlobal("document", { getElementById: () => null, querySelector: () => null });
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal(
    "fetch",
    async (_path: string, { body, headers }: { body: URLSearchParams; headers: object }) => {
      expect(headers).toEqual({ [personHeader]: ada });
      sent.push(body.get("messageId") ?? body.get("key") ?? "");
      meanwhile();
      return Response.json({ thread: {} });
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
])("%s are sent once and in order, also what another tab adds meanwhile", async (_what, name, make) => {
  writeLocal(name, [make("a"), make("b")]);
  meanwhile = () => {
    if (sent.length === 1) writeLocal(name, [make("a"), make("b"), make("c")]);
  };
  await sendWaiting(ada);
  expect(sent).toEqual(["a", "b", "c"]);
  expect(readLocal(name)).toBeUndefined();
});

test("a message's file may take as long as on its own page", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  writeLocal(talk, [{ ...message("a"), upload: { uploadId: "b", name: "c" } }, message("d")]);
  await sendWaiting(ada);
  expect(timeout.mock.calls).toEqual([[180_000], [20_000]]);
  timeout.mockRestore();
});

test.each([
  ["messages", talk, message],
  ["swipes", deck, swipe],
])("no %s are stored again once their person has signed out", async (_what, name, make) => {
  writeLocal(name, [make("a"), make("b")]);
  meanwhile = () => writeLocal(name, undefined);
  await sendWaiting(ada);
  expect(sent).toEqual(["a"]);
  expect(readLocal(name)).toBeUndefined();
});
