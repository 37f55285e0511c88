import { afterAll, beforeAll, expect, test } from "vitest";
import { writeTo } from "~/features/messaging/sending.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { makeContributor, makeCreator } from "../support/people";
import { as, type Visitor } from "../support/request";
import { makeTalk, say } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Which of these links and buttons the page marks as the current one, and as what. */
async function marked(visitor: Visitor, path: string, among: readonly string[]): Promise<string[]> {
  const { html, status } = await visitor.get(path);
  expect(status).toBe(200);
  const shown = [...html.matchAll(/<(a|button) ([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = "", inner = ""]) => ({
      mark: /aria-current="(\w+)"/.exec(attributes)?.[1],
      text: inner
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    }),
  );
  for (const text of among) expect(shown.map((one) => one.text)).toContain(text);
  return shown.flatMap(({ mark, text }) => (mark && among.includes(text) ? `${mark}: ${text}` : []));
}

test("a list's filters say which one is on", async () => {
  const creator = as(await makeCreator());
  const filters = ["All", "New", "No messages yet"];
  expect(await marked(creator, paths.matches(), filters)).toEqual(["page: All"]);
  expect(await marked(creator, paths.matches({ show: "new" }), filters)).toEqual(["page: New"]);
});

test("a project list's filters say that they're on and can be removed", async () => {
  const contributor = as(await makeContributor({ services: ["Copywriter", "Video Editor"] }));
  const { id } = await db.service.findFirstOrThrow({ where: { name: "Copywriter" } });
  expect(await marked(contributor, paths.projects(), ["Copywriter"])).toEqual([]);
  const on = "Copywriter : remove this filter";
  expect(await marked(contributor, paths.projects({ service: id }), [on])).toEqual([`true: ${on}`]);
});

test("the brief says which of its steps is open", async () => {
  const creator = as(await makeCreator());
  const steps = ["Details", "Requirements", "Budget"];
  expect(await marked(creator, paths.projectBrief(), steps)).toEqual(["step: Details"]);
  expect(await marked(creator, paths.projectBrief({ step: "budget" }), steps)).toEqual(["step: Budget"]);
});

test("the list next to a conversation says which one is open", async () => {
  const { contributor, place } = await makeTalk("Hello", { creator: "Cleo Field" });
  const other = await makeCreator({ name: "Ann Other" });
  await db.match.create({ data: { creatorId: other.userId, contributorId: contributor.userId } });
  await writeTo(contributor, other.userId, say("Hello"));
  const names = ["Cleo Field", "Ann Other"];
  expect(await marked(as(contributor), paths.messages(), names)).toEqual([]);
  const open = await marked(as(contributor), place, names);
  expect(open).toEqual(["page: Cleo Field"]);
});

test("the bell says that the notifications are open", async () => {
  const member = as(await makeCreator());
  expect(await marked(member, paths.dashboard(), ["Notifications"])).toEqual([]);
  expect(await marked(member, paths.notifications(), ["Notifications"])).toEqual(["page: Notifications"]);
});

test("public pages say which service or topic they show", async () => {
  const services = ["Copywriters", "Video editors"];
  expect(await marked(as(null), paths.contributors(), services)).toEqual([]);
  expect(await marked(as(null), sitePaths.contributorsOf("video-editors"), services)).toEqual([
    "page: Video editors",
  ]);
  const topics = ["All Questions", "General", "Technical"];
  expect(await marked(as(null), paths.faq(), topics)).toEqual(["page: All Questions"]);
  expect(await marked(as(null), paths.faq({ topic: "technical" }), topics)).toEqual(["page: Technical"]);
});
