import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken } from "../support/broken-table";
import { makeContributor, makeCreator, makeMember, personPassword } from "../support/people";
import { as, type Visitor } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function begin(userType: "creator" | "contributor", who: Visitor = as(null)): Promise<Visitor> {
  const done = await who.post(paths.onboarding(), { userType });
  expect(done).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
  return who;
}

const checked = (html: string, name: string, value: string) =>
  (html.match(/<input[^>]*>/g) ?? []).some(
    (input) =>
      input.includes(`name="${name}"`) && input.includes(`value="${value}"`) && input.includes("checked"),
  );

describe("the choice of a role", () => {
  test("is open to guests, and offers both", async () => {
    const page = await as(null).get(paths.onboarding());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Hiring User");
    expect(page.text).toContain("Service Provider");
  });

  test("redirects people who have already chosen", async () => {
    for (const person of [await makeCreator(), await makeContributor({ status: "pending" })]) {
      for (const path of [paths.onboarding(), paths.onboardingStep(2)]) {
        const page = await as(person).get(path);
        expect(page).toMatchObject({ status: 302, location: paths.dashboard() });
        expect(page.headers["x-remix-replace"]).toBe("true");
      }
      const posted = await as(person).post(paths.onboarding(), { userType: "creator" });
      expect(posted).toMatchObject({ status: 303, location: paths.dashboard() });
    }
  });

  test("accepts nothing but a role", async () => {
    const page = await as(null).post(paths.onboarding(), { userType: "admin" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Failed to update your user type. Please try again.");
    expect(page.cookies.has("draft")).toBe(false);
  });
});

describe("the builder", () => {
  test("offers the upload of files on its last step: at once with an account, else right after signing up", async () => {
    const work = { intent: "work", userType: "contributor", portfolio: "" };
    const guest = await begin("contributor");
    expect((await guest.get(paths.onboardingStep(3))).text).not.toContain("Save and upload files");
    const offered = await guest.get(paths.onboardingStep(4));
    expect(offered.text).toContain("the upload comes right after");
    const signUp = paths.login({ fromOnboarding: "1", tab: "create", redirectTo: paths.newSample() });
    expect(await guest.post(paths.onboardingStep(4), work)).toMatchObject({ status: 303, location: signUp });
    expect((await guest.get(signUp)).html).toContain(`name="redirectTo" value="${paths.newSample()}"`);

    const person = await makeMember({ name: "Mio Member" });
    const member = await begin("contributor", as(person));
    expect((await member.get(paths.onboardingStep(4))).text).not.toContain("the upload comes right after");
    expect(await member.post(paths.onboardingStep(4), work)).toMatchObject({
      status: 303,
      location: paths.newSample(),
    });
    expect((await member.get(paths.newSample())).status).toBe(200);
    expect((await member.get(paths.editProfile())).html).toContain(`href="${paths.samples()}"`);
  });

  test("needs a role first, and has four steps", async () => {
    expect(await as(null).get(paths.onboardingStep(2))).toMatchObject({
      status: 302,
      location: paths.onboarding(),
    });
    expect((await as(null).get("/onboarding/5")).status).toBe(404);
    expect((await as(null).get("/onboarding/0")).status).toBe(404);
    expect((await as(null).get("/onboarding/1x")).status).toBe(404);
    const forged = await as({ cookie: "draft=00000000-0000-0000-0000-000000000000" }).get(
      paths.onboardingStep(1),
    );
    expect(forged.location).toBe(paths.onboarding());
  });

  test("keeps every step's answers in both directions", async () => {
    const visitor = await begin("contributor");
    const one = await visitor.post(paths.onboardingStep(1), {
      intent: "next",
      userType: "contributor",
      name: "Ada <Cut>",
      bio: "I cut.",
    });
    expect(one).toMatchObject({ status: 303, location: paths.onboardingStep(2) });
    const two = await visitor.post(paths.onboardingStep(2), {
      intent: "back",
      userType: "contributor",
      servicesOffered: ["20", "7"],
      projectsGoodAt: "Travel films",
    });
    expect(two).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
    const first = await visitor.get(paths.onboardingStep(1));
    expect(first.html).toContain('value="Ada &lt;Cut&gt;"');
    const second = await visitor.get(paths.onboardingStep(2));
    expect(checked(second.html, "servicesOffered", "20")).toBe(true);
    expect(checked(second.html, "servicesOffered", "7")).toBe(true);
    expect(checked(second.html, "servicesOffered", "1")).toBe(false);
    expect(second.text).toContain("Travel films");
  });

  test("submits by Enter: a nameless submit comes before every other button, and no two have the same label", async () => {
    const visitor = await begin("creator");
    for (const [step, next] of [
      [1, paths.onboardingStep(2)],
      [4, paths.login({ fromOnboarding: "1", tab: "create" })],
    ] as const) {
      const { html } = await visitor.get(paths.onboardingStep(step));
      const buttons = html.slice(html.indexOf("<h1")).match(/<button[^>]*>/g) ?? [];
      expect(buttons[0]).not.toContain("name=");
      const intents = buttons.map((button) => /value="(\w+)"/.exec(button)?.[1]).filter(Boolean);
      expect(new Set(intents).size).toBe(intents.length);
      const form = { userType: "creator", bio: "Films" };
      expect(await visitor.post(paths.onboardingStep(step), form)).toMatchObject({
        status: 303,
        location: next,
      });
    }
  });

  test("goes back from the first step to the choice of a role, and clears only the role", async () => {
    const visitor = await begin("creator");
    const back = await visitor.post(paths.onboardingStep(1), {
      intent: "back",
      userType: "creator",
      name: "Ada",
    });
    expect(back).toMatchObject({ status: 303, location: paths.onboarding() });
    expect((await visitor.get(paths.onboarding())).text).not.toContain("You have started");
    expect((await visitor.get(paths.onboardingStep(2))).location).toBe(paths.onboarding());
    await begin("contributor", visitor);
    expect((await visitor.get(paths.onboardingStep(1))).html).toContain('value="Ada"');
  });

  test("says what is wrong beside its field, and keeps what was typed", async () => {
    const visitor = await begin("creator");
    const page = await visitor.post(paths.onboardingStep(1), {
      intent: "next",
      userType: "creator",
      name: "n".repeat(101),
      location: "Boise, ID",
      contentType: ["2", "999"],
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please use at most 100 characters");
    expect(page.text).toContain("Please choose from the list");
    expect(page.html).toContain('value="Boise, ID"');
    expect(checked(page.html, "contentType", "2")).toBe(true);
    expect((await visitor.get(paths.onboardingStep(1))).html).not.toContain("Boise");
  });

  test("changes nothing for a page that was made for the other role", async () => {
    const visitor = await begin("creator");
    await visitor.post(paths.onboardingStep(2), {
      intent: "next",
      userType: "creator",
      styleDescription: "Calm",
    });
    const late = await visitor.post(paths.onboardingStep(2), {
      intent: "next",
      userType: "contributor",
      servicesOffered: "1",
    });
    expect(late).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
    expect((await visitor.get(paths.onboardingStep(2))).text).toContain("Calm");
  });
});

describe("completing", () => {
  test.each([
    ["creator", "There was an error saving your profile data. Please try again later."],
    ["contributor", "Failed to create contributor profile. Please try again."],
  ])("reports when a %s's cannot be stored, and keeps the draft", async (userType, words) => {
    const browser = as(await makeMember());
    await browser.post(paths.onboarding(), { userType });
    const page = await whileBroken(`${userType}_profiles`, "INSERT", () =>
      browser.post(paths.onboardingStep(1), { intent: "complete", userType, bio: "Kept words" }),
    );
    expect(page.status).toBe(500);
    expect(page.text).toContain(words);
    expect(page.html).toContain("Kept words");
  });

  test("keeps a visitor's draft for the account that they create next", async () => {
    const visitor = await begin("contributor");
    await visitor.post(paths.onboardingStep(1), { intent: "next", userType: "contributor", bio: "I cut." });
    const done = await visitor.post(paths.onboardingStep(2), {
      intent: "complete",
      userType: "contributor",
      servicesOffered: "20",
    });
    expect(done).toMatchObject({
      status: 303,
      location: paths.login({ fromOnboarding: "1", tab: "create" }),
    });
    const login = await visitor.get(done.location);
    expect(login.text).toContain("Create Your Account");
    expect(login.text).toContain(
      "Your profile has been saved! Create an account now to connect with matches.",
    );
    const joined = await visitor.post(done.location, {
      fullName: "Ada Cut",
      email: "ada@example.com",
      password: personPassword,
    });
    expect(joined).toMatchObject({ status: 303, location: paths.dashboard() });
    expect(visitor.cookies.has("draft")).toBe(false);
    const profile = await db.profile.findFirstOrThrow({
      where: { user: { email: "ada@example.com" } },
      include: { contributor: { include: { services: true } } },
    });
    expect(profile).toMatchObject({
      fullName: "Ada Cut",
      userType: "contributor",
      bio: "I cut.",
      contributor: { status: "pending", services: [{ serviceId: 20 }] },
    });
    expect((await visitor.get(paths.ownProfile())).text).toContain("Profile saved");
  });

  test("saves a member's profile once, from any step", async () => {
    const member = await makeMember({ name: "Ben" });
    const browser = await begin("creator", as(member));
    const step = { intent: "complete", userType: "creator", creativeServices: ["20"] };
    const presses = await Promise.all([1, 2].map(() => browser.post(paths.onboardingStep(3), step)));
    for (const press of presses) expect(press.status).toBe(303);
    expect(presses.map(({ location }) => location)).toContain(paths.dashboard());
    expect(await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).toMatchObject({
      fullName: "Ben",
      userType: "creator",
    });
    expect(await db.profileDraft.count({ where: { userId: member.userId } })).toBe(0);
    expect((await browser.get(paths.ownProfile())).text).toContain("Video Editor");
  });

  test("refuses an invalid link, beside its field and from another step", async () => {
    const member = await makeMember();
    const browser = await begin("contributor", as(member));
    const link = { userType: "contributor", portfolio: "javascript:alert(1)" };
    const kept = await browser.post(paths.onboardingStep(4), { ...link, intent: "back" });
    expect(kept).toMatchObject({ status: 303, location: paths.onboardingStep(3) });
    const elsewhere = await browser.post(paths.onboardingStep(1), {
      intent: "complete",
      userType: "contributor",
    });
    expect(elsewhere).toMatchObject({ status: 303, location: paths.onboardingStep(4) });
    expect((await browser.get(paths.onboardingStep(4))).text).toContain("Error saving profile");
    const page = await browser.post(paths.onboardingStep(4), { ...link, intent: "complete" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter a web address that starts with https://");
    expect(page.html).toContain('value="javascript:alert(1)"');
    expect((await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).userType).toBeNull();
  });

  test("asks a member whose session has ended to sign in, and shows nothing of the draft", async () => {
    const browser = await begin("creator", as(await makeMember()));
    await browser.post(paths.onboardingStep(1), { intent: "next", userType: "creator", bio: "secret plans" });
    const signedOut = as({ cookie: `draft=${browser.cookies.get("draft")}` });
    const page = await signedOut.get(paths.onboardingStep(1));
    expect(page).toMatchObject({
      status: 303,
      location: paths.login({ redirectTo: paths.onboardingStep(1) }),
    });
    const done = await signedOut.post(paths.onboardingStep(2), { intent: "complete", userType: "creator" });
    expect(done.location).toBe(paths.login({ redirectTo: paths.onboardingStep(2) }));
    expect((await signedOut.get(done.location)).text).toContain("Please sign in to complete your profile");
  });

  test("reports a missing draft", async () => {
    const visitor = await begin("creator");
    await db.profileDraft.deleteMany();
    const done = await visitor.post(paths.onboardingStep(1), {
      intent: "next",
      userType: "creator",
      name: "Ada",
    });
    expect(done).toMatchObject({ status: 303, location: paths.onboarding() });
    expect((await visitor.get(paths.onboarding())).text).toContain("Please choose again");
  });
});

describe("signing in with a draft", () => {
  test("continues an incomplete one", async () => {
    const { email } = await makeMember();
    const visitor = await begin("creator");
    const done = await visitor.post(paths.login(), { email, password: personPassword });
    expect(done).toMatchObject({ status: 303, location: paths.onboarding() });
    const page = await visitor.get(paths.onboarding());
    expect(page.text).toContain("Complete your profile");
    expect(page.text).toContain("Continue where you left off");
  });

  test("saves a complete one", async () => {
    const { email, userId } = await makeMember();
    const visitor = await begin("creator");
    await visitor.post(paths.onboardingStep(1), { intent: "complete", userType: "creator", bio: "Hello" });
    const done = await visitor.post(paths.login(), { email, password: personPassword });
    expect(done).toMatchObject({ status: 303, location: paths.dashboard() });
    expect(visitor.cookies.has("draft")).toBe(false);
    expect(await db.profile.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      bio: "Hello",
      userType: "creator",
    });
  });

  test("signing out clears it", async () => {
    const browser = await begin("creator", as(await makeMember()));
    const before = await db.profileDraft.count();
    await browser.post(paths.logout());
    expect(browser.cookies.has("draft")).toBe(false);
    expect(await db.profileDraft.count()).toBe(before - 1);
  });
});
