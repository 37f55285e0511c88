import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { AttachmentView } from "../attachment";
import type { MessageView } from "../threads.server";
import { MessageList, OutgoingList } from "./message-list";

/** In New York, it's still November 30. */
const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const message = (seq: number, at: string, change: Partial<MessageView> = {}): MessageView => ({
  ...{
    seq,
    idEnd: null,
    mine: false,
    sender: null,
    avatarUrl: null,
    content: `Text ${seq}`,
    attachment: null,
  },
  ...{ at, state: "new", changedAt: null, canChange: false, ...change },
});
const other = { name: "Cleo", avatarUrl: null };
const show = (messages: MessageView[], change = {}) =>
  render(<MessageList messages={messages} other={other} {...change} />, clock);

test("messages are grouped by the reader's days, and a time shows after an hour's pause", () => {
  const { html, text } = show([
    message(1, "2026-11-30T04:30:00Z"),
    message(2, "2026-11-30T05:29:59Z"),
    message(3, "2026-11-30T06:29:59Z"),
    message(4, "2026-12-01T03:00:00Z", { mine: true }),
  ]);
  expect(text.match(/(Today|Yesterday) \d+:\d+ [AP]M/g)).toEqual(["Yesterday 11:30 PM", "Today 12:29 AM"]);
  expect([...html.matchAll(/<time[^>]* class="([^"]*)"/g)].map(([, shown]) => shown)).toEqual([
    ...["visually-hidden", "visually-hidden", "apart"],
    "apart",
  ]);
});

test("a face shows on the first of several messages by the same person", () => {
  const by = (seq: number, sender: string | null, mine = false) =>
    message(seq, "2026-12-01T03:00:00Z", { sender, mine });
  const faces = (messages: MessageView[]) =>
    [...show(messages).html.matchAll(/<li class="bubble([^"]*)">(<span class="avatar|<img)?/g)].map(
      ([, kind, face]) => (face ? "face" : kind?.trim()),
    );
  expect(faces([by(1, "Ann"), by(2, "Ann"), by(3, "Bea"), by(4, null, true), by(5, "Bea")])).toEqual([
    ...["face", "follows", "face", "mine", "face"],
  ]);
});

test("below one's own newest message, the list says whether it was read, and when", () => {
  const mine = message(1, "2026-12-01T03:00:00Z", { mine: true });
  const end = (messages: MessageView[], change: object) => show(messages, change).text.split("Text 1").at(-1);
  expect(end([mine], { isSeen: false })).toContain("Sent");
  expect(end([mine], { isSeen: true, seenAt: "2026-12-01T03:30:00Z" })).toMatch(/Seen 10:30 PM$/);
  expect(end([mine], { isSeen: true, seenAt: "2026-11-30T04:30:00Z" })).toMatch(/Seen yesterday$/);
  expect(end([mine], { isSeen: true })).toMatch(/Seen$/);
  for (const [last, isSeen] of [
    [mine, undefined],
    [message(1, mine.at), true],
    [{ ...mine, state: "deleted" as const }, true],
  ] as const)
    expect(show([last], { isSeen }).text).not.toMatch(/Sent|Seen/);
});

test("others' messages can be reported and one's own changed while that's possible, but not deleted ones", () => {
  const at = "2026-12-01T03:00:00Z";
  const offers = (change: Partial<MessageView>, conversationId?: string) =>
    show([message(1, at, change)], { conversationId })
      .text.match(/Edit|Delete|Report/g)
      ?.join() ?? "";
  expect([offers({}, "c"), offers({}), offers({ state: "deleted" }, "c")]).toEqual(["Report", "", ""]);
  expect([offers({ mine: true, canChange: true }, "c"), offers({ mine: true }, "c")]).toEqual([
    "Edit,Delete",
    "",
  ]);
  expect(show([message(1, at, { state: "edited" })]).text).toContain("edited");
  expect(show([message(1, at, { state: "deleted" })]).text).not.toContain("Text 1");
});

test("a file says its name, kind, length and size", () => {
  const file: AttachmentView = {
    ...{ mediaId: "m", kind: "pdf", name: "script.pdf", bytes: 2_000, picture: null, original: null },
    ...{ peaks: null, milliseconds: 65_000, width: 16, height: 9 },
  } as unknown as AttachmentView;
  const said = (change: Partial<AttachmentView>) =>
    /<b>.*?<\/a>/
      .exec(show([message(1, "2026-12-01T03:00:00Z", { attachment: { ...file, ...change } })]).html)?.[0]
      .replace(/<[^>]*>/g, "");
  expect(said({})).toBe("script.pdf PDF · 2 KB");
  expect(said({ name: "" })).toBe("PDF 2 KB");
  expect(said({ kind: "video", name: "cut.mp4" })).toBe("cut.mp4 Video · 1:05 · 2 KB");
  expect(said({ kind: "file", name: "project.prproj" })).toBe("project.prproj 2 KB");
  expect(said({ kind: "file", name: "notes.zip" })).toBe("notes.zip ZIP · 2 KB");
});

test("a message that isn't stored yet says why, and can be sent again or discarded unless it's being sent", () => {
  const said = (change: object) =>
    render(
      <OutgoingList
        items={[{ messageId: "m", content: "Hello", isSending: false, ...change }]}
        signIn="/login"
        onRetry={() => {}}
        onDiscard={() => {}}
      />,
    ).text;
  expect(said({ isSending: true })).toBe("You: Hello Sending...");
  expect(said({ failure: "signed-out" })).toBe(
    "You: Hello You're signed out. Sign in, and we'll send it. Try Again Discard",
  );
  expect(said({ failure: "server" })).toBe("You: Hello Failed to send message Try Again Discard");
  expect(said({ reason: "Too long." })).toBe(
    "You: Hello Failed to send message: Too long. Try Again Discard",
  );
  expect(said({ reason: "It's over.", isLasting: true })).toBe(
    "You: Hello Failed to send message: It's over. Discard",
  );
  expect(said({})).not.toContain("Failed to send");
  expect(
    render(<OutgoingList items={[]} signIn="/login" onRetry={() => {}} onDiscard={() => {}} />).text,
  ).toBe("");
});
