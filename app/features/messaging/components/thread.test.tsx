import { beforeAll, expect, test } from "vitest";
import { loadParts } from "~/ui/late-part";
import { outline } from "../../../../tests/support/outline";
import type { MessageView, ThreadView } from "../threads.server";
import { Faces } from "./conversation-list";
import { LiveFrame, RequestAnswer, ThreadHead } from "./thread";

const thread: ThreadView = {
  ...{ conversationId: "c", name: "Cleo", title: "", avatarUrl: null, personId: "p", hasProfile: true },
  ...{ members: null, request: null, awaitedNames: [], requestFrom: null, canWrite: true, isHidden: false },
  ...{ isArchived: false, isReportable: true, isSeen: false, seenAt: null, messages: [], older: null },
};
type Given = Omit<Parameters<typeof ThreadHead>[0], "thread">;

beforeAll(() => loadParts());

const back = "[(All conversations)](/messages)";
const report = "[(Report this conversation)](/report/conversation/c)";
const archive = "form{action=/messages/c/answer} [Archive]{name=intent, value=archive}";
const block = "[Block](/profile/p/block?from=c)";

test.each<[Partial<ThreadView>, Given, string[]]>([
  [
    {},
    { isOnline: true, words: "Editor", menu: "Invite" },
    [
      ...[`${back} C`, "[Cleo](/profile/p)", "Online Editor", report],
      ...["(More for Cleo)", "Invite", archive, block],
    ],
  ],
  [
    { hasProfile: false, isReportable: false, isArchived: true },
    {},
    [
      ...[`${back} C`, "Cleo", "(More for Cleo)"],
      ...["form{action=/messages/c/answer} [Unarchive]{name=intent, value=unarchive}", block],
    ],
  ],
  [
    { request: "received" },
    { words: "Editor" },
    [`${back} C`, "[Cleo](/profile/p)", "Editor", report, "(More for Cleo)", block],
  ],
  [{ request: "received", personId: null }, { isOnline: true }, [`${back} C`, "Cleo", "Online", report]],
  [{ personId: null }, {}, [`${back} C`, "Cleo", report, "(More for Cleo)", archive]],
  [
    { avatarUrl: "/a/c", request: "sent" },
    {},
    [`${back} (/a/c-96.webp)`, "[Cleo](/profile/p)", report, "(More for Cleo)", archive, block],
  ],
])("the head of a conversation %j with %j names the person and leads on", (change, given, lines) => {
  expect(outline(<ThreadHead thread={{ ...thread, ...change }} {...given} />)).toEqual(lines);
});

test("a group's head lists its members, each with a profile and a link to block them if they can be seen", () => {
  const member = (name: string, change = {}) => ({
    ...{ name, avatarUrl: null, personId: name, hasProfile: true, ...change },
  });
  const members = [member("Ann"), member("Bea", { hasProfile: false }), member("Cy", { personId: null })];
  const given = { ...thread, personId: null, name: "Crew", title: "Crew", members };
  expect(outline(<ThreadHead thread={given} isOnline words="Editor" />)).toEqual([
    ...[`${back} A B`, "(Group: )Crew", report, "(More for Crew)", archive],
    ...["You and 3 others", "A", "[Ann](/profile/Ann)"],
    ...["[Block](/profile/Ann/block?from=c){aria-label=Block Ann}", "B", "Bea"],
    ...["[Block](/profile/Bea/block?from=c){aria-label=Block Bea}", "C", "Cy"],
    ...["form{action=/messages/c/answer}", "Group name"],
    "Everyone in the group sees it. If you leave it empty, the group goes by its members' names.",
    "{type=text, name=groupName, value=Crew}",
    "[Save name]{pending=Saving..., name=intent, value=rename}",
    "form{action=/messages/c/answer} [Leave conversation]{pending=Leaving..., name=intent, value=leave}",
  ]);
});

test("a request can be accepted or ignored, and its sender blocked", () => {
  expect(outline(<RequestAnswer thread={{ ...thread, requestFrom: "p" }} />).slice(1)).toEqual([
    "form{action=/messages/c/answer} [Accept]{pending=Accepting..., name=intent, value=accept} [Ignore]{pending=Ignoring..., name=intent, value=ignore}",
    block,
  ]);
});

test("without script, the frame of new messages begins after those shown, and knows which changes are shown", () => {
  const message = (seq: number, change: Partial<MessageView> = {}) =>
    ({ seq, mine: false, changedAt: null, ...change }) as MessageView;
  const frame = (change: Partial<ThreadView>) => outline(<LiveFrame thread={{ ...thread, ...change }} />)[0];
  expect(outline(<LiveFrame thread={thread} />)).toEqual([
    ...["(/messages/c/live?after=0&begin=1)", "[Refresh messages](/messages/c)"],
  ]);
  const own = message(8, { mine: true, changedAt: 37 });
  expect(frame({ request: "sent", messages: [message(6, { changedAt: 36 }), message(7), own] })).toBe(
    "(/messages/c/live?after=8&changed=6-10_8-11&unseen=1&pending=1&begin=1)",
  );
  expect(frame({ isSeen: true, messages: [message(7, { mine: true })] })).toBe(
    "(/messages/c/live?after=7&begin=1)",
  );
  expect(frame({ messages: [message(7)] })).toBe("(/messages/c/live?after=7&begin=1)");
});

test("a conversation shows one face, or the first two of a group", () => {
  const faces = (...names: string[]) =>
    outline(<Faces name="Dana" faces={names.map((name) => ({ name, avatarUrl: `/${name}` }))} />);
  expect([faces(), faces("a"), faces("a", "b", "c")]).toEqual([
    ...[["D"], ["(/a-96.webp)"], ["(/a-96.webp) (/b-96.webp)"]],
  ]);
});
