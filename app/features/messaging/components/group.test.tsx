import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { ConversationView } from "../inbox.server";
import type { ThreadView } from "../threads.server";
import { ConversationList } from "./conversation-list";
import { GroupMembers } from "./group";
import { MessageAllowanceNote } from "./message-allowance";
import { RequestAnswer } from "./request-answer";

const thread = {
  ...{ conversationId: "here", name: "Cleo", title: "Crew", request: null, requestFrom: null, members: null },
  ...{ isHidden: false, awaitedNames: [] },
} as unknown as ThreadView;
const member = (name: string, hasProfile = true) => ({ personId: name, name, avatarUrl: null, hasProfile });

test("a group says how many are in it, and can be renamed only while everyone in it may write", () => {
  const shown = (names: string[], change: Partial<ThreadView> = {}) => {
    const members = names.map((name) => member(name, name !== "Bea")) as NonNullable<ThreadView["members"]>;
    return render(<GroupMembers thread={{ ...thread, ...change, members }} members={members} />);
  };
  expect(shown([]).text).toMatch(/^Just you .*Leave conversation$/);
  expect(shown(["Ann"]).text).toMatch(/^You and 1 other /);
  const two = shown(["Ann", "Bea"]);
  expect(two.text).toMatch(/^You and 2 others .*Save name Leave conversation$/);
  expect([two.html.includes('href="/profile/Ann"'), two.html.includes('href="/profile/Bea"')]).toEqual([
    true,
    false,
  ]);
  for (const change of [{ request: "sent" as const }, { isHidden: true }, { awaitedNames: ["Cy"] }])
    expect(shown(["Ann"], change).text).not.toContain("Save name");
});

test("a request says what replying does, and its sender can be blocked if they're still there", () => {
  const direct = render(<RequestAnswer thread={{ ...thread, requestFrom: "them" }} />);
  expect(direct.text).toContain("You and Cleo haven't matched. If you reply, you accept their request");
  expect(direct.text).toMatch(/Accept Ignore Block$/);
  const group = render(<RequestAnswer thread={{ ...thread, members: [] }} />);
  expect(group.text).toContain("You haven't matched with the person who started this conversation.");
  expect(group.text).not.toContain("Block");
});

test("the form says how many messages are left once there are five, and goes once there are none", () => {
  const shown = (left: number | null, more = {}) =>
    render(
      <MessageAllowanceNote allowance={left === null ? null : { left, resets: "Monday." }} {...more}>
        the form
      </MessageAllowanceNote>,
    ).text;
  for (const left of [null, 6]) expect(shown(left)).toBe("the form");
  expect(shown(5)).toBe("5 messages left on your plan. Monday. the form");
  expect(shown(1)).toBe("This is the last message your plan allows. Monday. the form");
  expect(shown(0)).toContain("Message Limit Reached You've sent all the messages your plan allows. Monday.");
  expect(shown(0)).not.toContain("the form");
  expect(shown(0, { holdsText: true })).toBe("the form");
});

test("the list marks the open conversation and the other unread ones, and says which last line is one's own", () => {
  const talk = (conversationId: string, change: Partial<ConversationView> = {}): ConversationView => ({
    ...{ conversationId, name: conversationId, faces: [], personId: null, isGroup: false, frame: null },
    ...{ lastLine: "Hello", lastIsMine: false, lastAt: "1970-01-01T00:00:00Z", unread: 0, isRequest: false },
    ...change,
  });
  const talks = [talk("open", { unread: 2 }), talk("new", { unread: 3 }), talk("mine", { lastIsMine: true })];
  const { html, text } = render(<ConversationList conversations={talks} current="open" />);
  expect(html.match(/<a[^>]*aria-current="page"[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/href="\/messages\/open".*>open$/),
  ]);
  expect(text).toBe("O open 12:00 AM Hello N new 3 unread 12:00 AM Hello M mine 12:00 AM You: Hello");
});
