import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken, whileGone } from "../support/broken-table";
import { makeAdmin, makeContributor, makeCreator, personPassword } from "../support/people";
import { as, type Reply } from "../support/request";
import { fillIn, press, send } from "../support/submitting";
import { makeTalk } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Expects the page to have a reference or a form, and no details of the failure. */
function expectFailed(page: Reply, words: string): void {
  expect(page.status).toBe(500);
  expect(page.text).toContain(words);
  expect(page.html).not.toMatch(/on purpose|gone_on_purpose|prisma|\.server\.ts/i);
}

describe("a form whose action fails keeps its text and shows the action's message", () => {
  test("a message, in its thread", async () => {
    const { creator, place, conversationId } = await makeTalk();
    const typed = { Message: "Do not lose this <b>text</b>" };
    const form = fillIn(await as(creator).get(place), "Send", typed);
    const page = await whileBroken("messages", "INSERT", () => send(as(creator), form));
    expectFailed(page, "Failed to send message");
    expect(page.html).toMatch(/<textarea[^>]*>\s*Do not lose this &lt;b&gt;text&lt;\/b&gt;<\/textarea>/);
    const again = fillIn(page, "Try Again");
    expect(again.fields).toEqual(form.fields);
    expect(await db.message.count({ where: { conversationId } })).toBe(1);
    expect((await send(as(creator), again)).status).toBe(303);
  });

  test("a message, on the error page if the thread can't be read either", async () => {
    const { creator, place } = await makeTalk();
    const form = fillIn(await as(creator).get(place), "Send", { Message: "Still not lost" });
    const page = await whileGone("messages", () => send(as(creator), form));
    expectFailed(page, "Failed to load messages");
    expect(fillIn(page, "Try Again").fields).toContainEqual(["content", "Still not lost"]);
    expect((await press(as(creator), page, "Try Again")).status).toBe(303);
  });

  test("a first message", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const to = paths.newMessage({ to: contributor.userId });
    const page = await whileBroken("conversations", "INSERT", () =>
      press(as(creator), to, "Send", { Message: "First words" }),
    );
    expectFailed(page, "Failed to create conversation. Please try again.");
    expect(page.html).toMatch(/<textarea[^>]*>\s*First words<\/textarea>/);
  });

  test("a message to us, which is stored once no matter how often it's sent again", async () => {
    const visitor = as(null);
    const email = "resent@example.com";
    const typed = { Name: "Ada", Email: email, Subject: "Support", Message: "Do not lose this" };
    const sent = fillIn(await visitor.get(paths.contact()), "Send message", typed);
    const page = await whileBroken("contact_messages", "INSERT", () => send(visitor, sent));
    expectFailed(page, "Your message wasn't sent. The problem is on our end; please try again.");
    expect(page.html).toContain("Do not lose this</textarea>");
    for (const again of [sent, fillIn(page, "Send message")])
      expect((await send(visitor, again)).status).toBe(303);
    expect(await db.contactMessage.count({ where: { email } })).toBe(1);
  });

  test("an edit", async () => {
    const { contributor, conversationId } = await makeTalk();
    const place = paths.changeMessage(conversationId, 1);
    const page = await whileBroken("messages", "UPDATE", () =>
      press(as(contributor), place, "Save", { Message: "Better words" }),
    );
    expectFailed(page, "We couldn't change your message. Please try again.");
    expect(page.html).toMatch(/<textarea[^>]*>\s*Better words<\/textarea>/);
  });

  test("a rejection of a contributor", async () => {
    const [admin, person] = [await makeAdmin(), await makeContributor({ status: "pending" })];
    const place = adminPaths.reviewContributor(person.userId);
    const page = await whileBroken("contributor_profiles", "UPDATE", () =>
      press(as(admin), place, "Reject with this reason", { "Reason in your own words": "Kept reason" }),
    );
    expectFailed(page, "Failed to update contributor status");
    expect(page.html).toContain("Kept reason");
  });

  test("a sign-in, except its password", async () => {
    const person = await makeCreator();
    const page = await whileBroken("sessions", "INSERT", () =>
      press(as(null), paths.login(), "Sign In", { Email: person.email, Password: personPassword }),
    );
    expectFailed(page, "Sign in failed");
    expect(page.html).toContain(`value="${person.email}"`);
    expect(page.html).not.toContain(personPassword);
  });

  test("a builder's first step", async () => {
    const page = await whileBroken("profile_drafts", "INSERT", () =>
      press(as(null), paths.onboarding(), "Creator Hiring User"),
    );
    expectFailed(page, "Failed to update your user type. Please try again.");
  });
});

test("a form that's refused, and whose page is gone by then, keeps its text", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await press(as(creator), paths.profile(contributor.userId), "Save to Favorites");
  const page = await as(creator).get(paths.favorite(contributor.userId));
  await db.savedContributor.deleteMany({ where: { creatorId: creator.userId } });
  const note = `Kept words. ${"x".repeat(10_000)}`;
  const gone = await press(as(creator), page, "Save note", { "Only you can see this": note });
  expect([gone.status, gone.text]).toEqual([400, expect.stringContaining("Page not found")]);
  expect(gone.html).toContain("Kept words.");
});

describe("a form without its own failure message", () => {
  test("keeps its fields on the error page, from which it can be sent again", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const form = fillIn(await as(creator).get(paths.profile(contributor.userId)), "Save to Favorites");
    const page = await whileBroken("saved_contributors", "INSERT", () => send(as(creator), form));
    expectFailed(page, "We couldn't update your favorites");
    expect(page.text).toContain("Reference:");
    const again = fillIn(page, "Try Again");
    expect(again).toEqual({ ...form, path: paths.saveContributor(contributor.userId) });
    expect((await send(as(creator), again)).status).toBe(303);
  });
});

describe("a page that fails to load says what failed and offers to try again", () => {
  test.each([
    ["Failed to load conversations", "messages", () => paths.messages()],
    ["Failed to load messages", "messages", (id: string) => paths.conversation(id)],
    ["Error loading matches", "work_samples", () => paths.matches()],
    ["Failed to load notifications", "notifications.title", () => paths.notifications()],
    ["Failed to load projects. Please try again later.", "project_briefs", () => paths.projects()],
    ["Something went wrong", "work_samples", () => paths.contributors()],
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

  test("the dashboard renders even if the waiting work can't be read", async () => {
    const page = await whileGone("notifications.title", async () =>
      as(await makeCreator()).get(paths.dashboard()),
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain("We couldn't load what's waiting for you.");
    expect(page.text).toContain("Try Again");
    expect(page.text).toContain("swipes left today");
  });
});
