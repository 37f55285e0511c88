import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import type { AttachmentView } from "../attachment";
import type { MessageView } from "../threads.server";
import { Bubble, Delivery } from "./bubble";
import { DeleteInPlace, EditInPlace } from "./change-in-place";

/** In New York, it's 11 PM. */
const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const at = "2026-12-01T03:00:00Z";
const message: MessageView = {
  ...{ seq: 7, idEnd: null, mine: false, sender: null, avatarUrl: null, content: "Text", attachment: null },
  ...{ at, state: "new", changedAt: null, canChange: false },
};
type Given = Omit<Parameters<typeof Bubble>[0], "message" | "other">;
const shown = (change: Partial<MessageView>, given: Given = {}) =>
  outline(
    <Bubble message={{ ...message, ...change }} other={{ name: "Cleo", avatarUrl: "/a/c" }} {...given} />,
    clock,
  );

const face = "(/a/c-96.webp)";
const report = [
  ...["details{name=message-menu}", "(More options for( the message from 10:00 PM))"],
  "[Report( the message from 10:00 PM)](/report/message/c?seq=7)",
];

test.each<[Partial<MessageView>, Given, string[]]>([
  [{}, {}, [`${face} (Cleo(: ))`, "Text", "(10:00 PM)"]],
  [{}, { follows: true }, ["(Cleo(: ))", "Text", "(10:00 PM)"]],
  [{}, { reportIn: "c", showsTime: true }, [`${face} (Cleo(: ))`, "Text", "10:00 PM", ...report]],
  [{ state: "deleted" }, { reportIn: "c" }, [`${face} (Cleo(: ))`, "This message was deleted", "(10:00 PM)"]],
  [
    { sender: "Ann", avatarUrl: "/a/ann", state: "edited" },
    {},
    ["(/a/ann-96.webp) Ann(: )", "Text", "(10:00 PM) edited"],
  ],
  [
    { mine: true, pieces: ["see ", { href: "https://x.test/", label: "x.test" }, " now"] },
    { reportIn: "c" },
    [
      "(You(: ))",
      "see [x.test](https://x.test/){target=_blank, rel=nofollow noopener ugc} now",
      "(10:00 PM)",
    ],
  ],
])("a message %j with %j shows who wrote it, its text and its time", (change, given, lines) => {
  expect(shown(change, given)).toEqual(lines);
});

const file: AttachmentView = {
  ...{ mediaId: "m", kind: "file", name: "notes.zip", bytes: 2_000, picture: null, original: null },
  ...{ peaks: null, milliseconds: 65_000, width: 16, height: 9 },
};
const picture = { mediaId: "m", width: 16, height: 9, widths: [320, 640], tone: null };

test.each<[Partial<AttachmentView>, string]>([
  [{}, "[(File: )notes.zip ZIP · 2 KB](/media/m/file){download=notes.zip}"],
  [{ name: "" }, "[File 2 KB](/media/m/file){download}"],
  [{ name: ".zip" }, "[(File: ).zip 2 KB](/media/m/file){download=.zip}"],
  [{ name: "a.ZIP.b!" }, "[(File: )a.ZIP.b! 2 KB](/media/m/file){download=a.ZIP.b!}"],
  [
    { kind: "video", name: "cut.mp4" },
    "(/media/m/file){controls, preload=none, aria-label=Video: cut.mp4} [(Video: )cut.mp4 Video · 1:05 · 2 KB](/media/m/file){download=cut.mp4}",
  ],
  [
    { kind: "audio", name: "" },
    "(/media/m/file){controls, preload=none, aria-label=Audio} [Audio 1:05 · 2 KB](/media/m/file){download}",
  ],
  [
    { kind: "image", name: "s.png", picture, original: { bytes: 3_000_000, width: 1, height: 1 } as never },
    "[(/media/m/640.webp) (Picture: s.png) ](/view/message/m) [Full resolution · 2.9 MB](/media/m/original){download}",
  ],
  [{ kind: "image", name: "", picture }, "[(/media/m/640.webp) (Picture) ](/view/message/m)"],
])("a message that's only the file %j shows it, and can be downloaded", (change, words) => {
  const lines = shown({ mine: true, content: "", attachment: { ...file, ...change } });
  expect(lines.join(" ")).toBe(`(You(: ))${change.kind === "audio" ? " " : ""}${words} (10:00 PM)`);
});

test("one's own message says whether it was seen, with the time today and the day before that", () => {
  const said = (isSeen: boolean, seenAt: string | null) =>
    outline(<Delivery isSeen={isSeen} seenAt={seenAt} />, clock);
  expect(said(false, at)).toEqual(["Sent"]);
  expect(said(true, null)).toEqual(["Seen"]);
  expect(said(true, at)).toEqual(["Seen 10:00 PM"]);
  expect(said(true, "2026-11-30T03:00:00Z")).toEqual(["Seen yesterday"]);
});

test("a message is edited in a field with its text, and deleted after a warning", () => {
  expect(outline(<EditInPlace content="Hello" onSave={async () => null} onCancel={() => {}} />)).toEqual([
    "{aria-label=Message, rows=2} Hello",
    "[Save]{type=button} [Cancel]{type=button}",
  ]);
  expect(outline(<DeleteInPlace onDelete={async () => null} onCancel={() => {}} />)).toEqual([
    "This deletes the message and any file in it for everyone. A placeholder shows that something was here.",
    "[Delete for good]{type=button, autofocus} [Cancel]{type=button}",
  ]);
});
