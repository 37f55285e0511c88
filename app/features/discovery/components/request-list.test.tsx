import { expect, test } from "vitest";
import type { ConversationView } from "~/features/messaging/inbox.server";
import { matchOf, personOf, sampleOf } from "../../../../tests/support/cards";
import { controlsOf } from "../../../../tests/support/page-controls";
import { render } from "../../../../tests/support/rendering";
import { RequestList } from "./request-list";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const request: ConversationView = {
  ...{ conversationId: "c", name: "Ana Reyes", personId: "ana", isGroup: false, isRequest: true },
  ...{ faces: [{ name: "Ana Reyes", avatarUrl: null }], lastLine: "Hello!", lastIsMine: false },
  ...{ lastAt: "2026-11-29T12:00:00Z", unread: 1, frame: null },
};
const shown = (changes: Partial<ConversationView>[], people = [personOf()]) =>
  render(
    <RequestList
      requests={changes.map((change) => ({ ...request, ...change }))}
      people={[personOf({ personId: "bo", match: matchOf(70) }), ...people]}
      from="/messages/requests"
    />,
    clock,
  );
const answers = "Accept the request from Ana Reyes Ignore the request from Ana Reyes More for Ana Reyes";

test("a request shows its sender's work, what they do and how well they fit, then the message and the answers", () => {
  const person = personOf({
    services: ["Writer"],
    match: matchOf(80),
    work: ["1", "2", "3", "4"].map((id) => sampleOf(id)),
  });
  const { html, text, links } = shown([{}], [person]);
  expect(text).toBe(
    `Work 1 Work 2 Work 3 AR Ana Reyes Writer · Yesterday 80% match Hello! ${answers} Block Report`,
  );
  expect(links).toEqual([
    ...["1", "2", "3"].map((id) => `Work ${id}: /view/sample/${id}?from=%2Fmessages%2Frequests%23work-${id}`),
    "Ana Reyes: /messages/c",
    "Block: /profile/ana/block?from=c",
    "Report: /report/conversation/c",
  ]);
  const buttons = controlsOf(html).filter(({ form }) => form);
  expect(buttons.map(({ name, value, form }) => [name, value, form?.action])).toEqual([
    ["intent", "accept", "/messages/c/answer"],
    ["intent", "ignore", "/messages/c/answer"],
  ]);
});

test("a request says less about a sender without work, without a profile, or who's gone", () => {
  expect(shown([{}]).text).toBe(`AR Ana Reyes Service Provider · Yesterday Hello! ${answers} Block Report`);
  expect(shown([{}], []).text).toBe(`AR Ana Reyes Request · Yesterday Hello! ${answers} Block Report`);
  const gone = shown([{ personId: null, name: "Deleted user", faces: [] }]);
  expect(gone.text).toMatch(/^DU Deleted user Request · .* More for Deleted user Report$/);
});

test("an invitation to a group is one, has no score, and can only be accepted once it's no request", () => {
  const group = { isGroup: true, name: "Film crew" };
  const invited = shown([group], [personOf({ match: matchOf(80), services: ["Writer"] })]);
  expect(invited.text).toBe(
    "AR Film crew Group · Yesterday Hello! Accept the request from Film crew Ignore the request from Film crew More for Film crew Block Report",
  );
  expect(shown([{ isRequest: false }]).text).not.toContain("Ignore");
});

test("only the first request has the page's primary button", () => {
  const { html } = shown([{}, { conversationId: "d" }]);
  expect([...html.matchAll(/btn-(\w+) [^>]*value="accept"/g)].map(([, kind]) => kind)).toEqual([
    "primary",
    "secondary",
  ]);
});
