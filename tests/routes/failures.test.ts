import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken, whileGone } from "../support/broken-table";
import { makeAdmin, makeContributor, makeCreator, personPassword } from "../support/people";
import { as, type Reply } from "../support/request";
import { makeTalk, say } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** With a reference or a form, and no details of the failure. */
function expectFailed(page: Reply, words: string): void {
  expect(page.status).toBe(500);
  expect(page.text).toContain(words);
  expect(page.html).not.toMatch(/on purpose|gone_on_purpose|prisma|\.server\.ts/i);
}

describe("a form whose action fails keeps its text and shows the action's message", () => {
  test("a message, in its thread", async () => {
    const { creator, place, conversationId } = await makeTalk();
    const message = say("Do not lose this <b>text</b>");
    const page = await whileBroken("messages", "INSERT", () => as(creator).post(place, message));
    expectFailed(page, "Failed to send message");
    expect(page.html).toMatch(/<textarea[^>]*>\s*Do not lose this &lt;b&gt;text&lt;\/b&gt;<\/textarea>/);
    expect(page.html).toContain(`value="${message.messageId}"`);
    expect(page.text).toContain("Try Again");
    expect(await db.message.count({ where: { conversationId } })).toBe(1);
    expect((await as(creator).post(place, message)).status).toBe(303);
  });

  test("a message, on the error page when the thread cannot be read either", async () => {
    const { creator, place } = await makeTalk();
    const page = await whileGone("messages", () => as(creator).post(place, say("Still not lost")));
    expectFailed(page, "Failed to load messages");
    expect(page.html).toMatch(/name="content" value="Still not lost".*Try Again/s);
  });

  test("a first message", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const to = paths.newMessage({ to: contributor.userId, sending: "1" });
    const page = await whileBroken("conversations", "INSERT", () => as(creator).post(to, say("First words")));
    expectFailed(page, "Failed to create conversation. Please try again.");
    expect(page.html).toMatch(/<textarea[^>]*>\s*First words<\/textarea>/);
  });

  test("a message to us, which is stored once however often it is then sent", async () => {
    const visitor = as(null);
    const keyOn = ({ html }: Reply) => / name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const email = "resent@example.com";
    const typed = { name: "Ada", email, subject: "support", message: "Do not lose this" };
    const key = keyOn(await visitor.get(paths.contact()));
    const sent = { ...typed, key, website: "" };
    const page = await whileBroken("contact_messages", "INSERT", () => visitor.post(paths.contact(), sent));
    expectFailed(page, "Your message was not sent, through no fault of yours.");
    expect(page.html).toContain("Do not lose this</textarea>");
    for (const again of [sent, { ...sent, key: keyOn(page) }])
      expect((await visitor.post(paths.contact(), again)).status).toBe(303);
    expect(await db.contactMessage.count({ where: { email } })).toBe(1);
  });

  test("an edit", async () => {
    const { contributor, conversationId } = await makeTalk();
    const place = paths.changeMessage(conversationId, 1);
    const page = await whileBroken("messages", "UPDATE", () =>
      as(contributor).post(place, { intent: "edit", content: "Better words" }),
    );
    expectFailed(page, "Failed to change message. Please try again.");
    expect(page.html).toMatch(/<textarea[^>]*>\s*Better words<\/textarea>/);
  });

  test("a rejection of a contributor", async () => {
    const [admin, person] = [await makeAdmin(), await makeContributor({ status: "pending" })];
    const place = adminPaths.reviewContributor(person.userId);
    const page = await whileBroken("contributor_profiles", "UPDATE", () =>
      as(admin).post(place, { decision: "reject", reason: "Kept reason" }),
    );
    expectFailed(page, "Failed to update contributor status");
    expect(page.html).toContain("Kept reason");
  });

  test("a sign-in, except its password", async () => {
    const person = await makeCreator();
    const page = await whileBroken("sessions", "INSERT", () =>
      as(null).post(paths.login(), { email: person.email, password: personPassword }),
    );
    expectFailed(page, "Sign in failed");
    expect(page.html).toContain(`value="${person.email}"`);
    expect(page.html).not.toContain(personPassword);
  });

  test("a builder's first step", async () => {
    const page = await whileBroken("profile_drafts", "INSERT", () =>
      as(null).post(paths.onboarding(), { userType: "creator" }),
    );
    expectFailed(page, "Failed to update your user type. Please try again.");
  });
});

describe("a form without its own failure message", () => {
  test("keeps its fields on the error page, and resends them", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const place = paths.saveContributor(contributor.userId);
    const page = await whileBroken("saved_contributors", "INSERT", () =>
      as(creator).post(place, { intent: "save" }),
    );
    expectFailed(page, "Failed to update your favorites");
    expect(page.text).toContain("Reference:");
    const form = /<form method="post" action="([^"]+)">.*?<\/form>/s.exec(page.html.split("<main")[1] ?? "");
    expect(form?.[1]).toBe(place);
    expect(form?.[0]).toMatch(/name="intent" value="save".*Try Again/s);
  });
});

describe("a page that fails to load says what failed and offers to try again", () => {
  test.each([
    ["Failed to load conversations", "messages", () => paths.messages()],
    ["Failed to load messages", "messages", (id: string) => paths.conversation(id)],
    ["Error loading matches", "work_samples", () => paths.matches()],
    ["Failed to load notifications", "notifications.title", () => paths.notifications()],
    ["Failed to load projects. Please try again later.", "project_briefs", () => paths.projects()],
  ])("%s", async (words, table, path) => {
    const { creator, conversationId } = await makeTalk();
    const page = await whileGone(table, () => as(creator).get(path(conversationId)));
    expectFailed(page, words);
    expect(page.html).toMatch(new RegExp(`<a[^>]*href="${path(conversationId)}"[^>]*>Try Again`));
    expect(page.text).toContain("Sign out");
  });

  test("'Failed to search users' keeps the search and the chosen people", async () => {
    const [creator, chosen] = [await makeCreator(), await makeContributor({ name: "Rafa Chosen" })];
    const page = await whileGone("rate_limits", () =>
      as(creator).get(paths.newConversation({ people: [chosen.userId], q: "Quill" })),
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain("Failed to search users");
    expect(page.text).toContain("Rafa Chosen");
    expect(page.html).toContain('value="Quill"');
  });

  test("a dashboard renders without its notifications", async () => {
    const page = await whileGone("notifications.title", async () =>
      as(await makeCreator()).get(paths.dashboard()),
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain("Failed to load notifications");
    expect(page.text).toContain("Try Again");
  });
});
