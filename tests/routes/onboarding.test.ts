import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken } from "../support/broken-table";
import { makeContributor, makeCreator, makeMember, personPassword } from "../support/people";
import { as, type Visitor } from "../support/request";
import { fillIn, forge, press, send, unmarked } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const choice = async () => fillIn(await as(null).get(paths.onboarding()), "Creator Hiring User");

async function begin(userType: "creator" | "contributor", who: Visitor = as(null)): Promise<Visitor> {
  const side = userType === "creator" ? "Creator Hiring User" : "Contributor Service Provider";
  const done = await press(who, paths.onboarding(), side);
  expect(done).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
  return who;
}

const checked = (html: string, name: string, value: string) =>
  (html.match(/<input[^>]*>/g) ?? []).some(
    (input) =>
      input.includes(`name="${name}"`) && input.includes(`value="${value}"`) && input.includes("checked"),
  );

describe("choosing a role", () => {
  test("is open to guests, and offers both roles", async () => {
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
      const posted = await send(as(person), await choice());
      expect(posted).toMatchObject({ status: 303, location: paths.dashboard() });
    }
  });

  test("accepts only a role", async () => {
    const page = await send(as(null), forge(await choice(), "userType", "admin"));
    expect(page.status).toBe(400);
    expect(page.text).toContain("Failed to update your user type. Please try again.");
    expect(page.cookies.has("draft")).toBe(false);
  });
});

describe("the builder", () => {
  test("has file uploads on its last step, which a visitor gets after signing up", async () => {
    const upload = "Save and upload files";
    const firstSample = paths.newSample({ first: "1" });
    const guest = await begin("contributor");
    expect((await guest.get(paths.onboardingStep(3))).text).not.toContain("Save and upload files");
    const offered = await guest.get(paths.onboardingStep(4));
    expect(offered.text).toContain("create your account first, then upload");
    const signUp = paths.login({ fromOnboarding: "1", tab: "create", redirectTo: firstSample });
    expect(await press(guest, offered, upload)).toMatchObject({ status: 303, location: signUp });
    expect((await guest.get(signUp)).html).toContain(`name="redirectTo" value="${firstSample}"`);

    const person = await makeMember({ name: "Mio Member" });
    const member = await begin("contributor", as(person));
    const last = await member.get(paths.onboardingStep(4));
    expect(last.text).not.toContain("create your account first, then upload");
    expect(await press(member, last, upload)).toMatchObject({
      status: 303,
      location: firstSample,
    });
    expect((await member.get(firstSample)).text).toContain("Show your first piece of work");
    expect((await member.get(paths.editProfile())).html).toContain(`href="${paths.samples()}"`);
  });

  test("asks for a role first, and has four steps", async () => {
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

  test("keeps every step's answers when moving in either direction", async () => {
    const visitor = await begin("contributor");
    const basics = { Name: "Ada <Cut>", Bio: "I cut." };
    const one = await press(visitor, paths.onboardingStep(1), "Next", basics);
    expect(one).toMatchObject({ status: 303, location: paths.onboardingStep(2) });
    const two = await press(visitor, one.location, "Back", {
      "Services you offer": ["Video Editor", "Graphic Designer"],
      "Projects you're good at": "Travel films",
    });
    expect(two).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
    const first = await visitor.get(paths.onboardingStep(1));
    expect(first.html).toContain('value="Ada &lt;Cut&gt;"');
    const second = await visitor.get(paths.onboardingStep(2));
    expect(checked(second.html, "servicesOffered", "20")).toBe(true);
    expect(checked(second.html, "servicesOffered", "7")).toBe(true);
    expect(checked(second.html, "servicesOffered", "1")).toBe(false);
    expect(second.text).toContain("Travel films");
    // The third step has no field for services, so the card next to its form shows them.
    expect((await visitor.get(paths.onboardingStep(3))).html).toContain("Graphic Designer");
  });

  test("submits with Enter: the first submit button has no name, and no two have the same label", async () => {
    const visitor = await begin("creator");
    for (const [step, button, next] of [
      [1, "Next", paths.onboardingStep(2)],
      [4, "Complete", paths.login({ fromOnboarding: "1", tab: "create" })],
    ] as const) {
      const page = await visitor.get(paths.onboardingStep(step));
      const { html } = page;
      const buttons = html.slice(html.indexOf("<h1")).match(/<button[^>]*>/g) ?? [];
      expect(buttons[0]).not.toContain("name=");
      const intents = buttons.map((button) => /value="(\w+)"/.exec(button)?.[1]).filter(Boolean);
      expect(new Set(intents).size).toBe(intents.length);
      // The Next button has no name, either, and sends the same form.
      expect(await press(visitor, page, button)).toMatchObject({ status: 303, location: next });
    }
  });

  test("returns from the first step to the choice of a role, and clears only the role", async () => {
    const visitor = await begin("creator");
    const back = await press(visitor, paths.onboardingStep(1), "Back", { Name: "Ada" });
    expect(back).toMatchObject({ status: 303, location: paths.onboarding() });
    expect((await visitor.get(paths.onboarding())).text).not.toContain("You've started");
    expect((await visitor.get(paths.onboardingStep(2))).location).toBe(paths.onboarding());
    await begin("contributor", visitor);
    expect((await visitor.get(paths.onboardingStep(1))).html).toContain('value="Ada"');
  });

  test("says what's wrong next to its field, and keeps what was typed", async () => {
    const visitor = await begin("creator");
    const answers = { Location: "Boise, ID", "What do you create?": ["Instagram"] };
    const form = fillIn(await visitor.get(paths.onboardingStep(1)), "Next", answers);
    form.fields.push(["contentType", "999"]);
    const page = await send(visitor, forge(form, "name", "n".repeat(101)));
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please use at most 100 characters");
    expect(page.text).toContain("Please choose from the list");
    expect(page.html).toContain('value="Boise, ID"');
    expect(checked(page.html, "contentType", "2")).toBe(true);
    expect((await visitor.get(paths.onboardingStep(1))).html).not.toContain("Boise");
  });

  test("changes nothing if the page was loaded for the other role, and keeps what was written", async () => {
    const visitor = await begin("creator");
    const page = await visitor.get(paths.onboardingStep(2));
    await press(visitor, paths.onboardingStep(1), "Back");
    await begin("contributor", visitor);
    await press(visitor, paths.onboardingStep(2), "Next", { "Projects you're good at": "Travel films" });
    const late = await press(visitor, page, "Next", { "Your style in your own words": "Calm" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("You've switched roles We didn't save the step you just sent");
    expect(late.html).toContain("Calm</textarea>");
    const empty = await press(visitor, page, "Next");
    expect(empty).toMatchObject({ status: 303, location: paths.onboardingStep(1) });
    const { text } = await visitor.get(paths.onboardingStep(2));
    expect([text.includes("Travel films"), text.includes("Calm")]).toEqual([true, false]);
  });
});

describe("completing the builder", () => {
  test.each([
    ["creator" as const, "There was an error saving your profile data. Please try again later."],
    ["contributor" as const, "Failed to create contributor profile. Please try again."],
  ])("reports when a %s's profile can't be stored, and keeps the draft", async (userType, words) => {
    const browser = await begin(userType, as(await makeMember()));
    const shown = await browser.get(paths.onboardingStep(1));
    const page = await whileBroken(`${userType}_profiles`, "INSERT", () =>
      press(browser, shown, "Complete Profile", { Bio: "Kept words" }),
    );
    expect(page.status).toBe(500);
    expect(page.text).toContain(words);
    expect(page.html).toContain("Kept words");
  });

  test("keeps a visitor's draft for the account they create next", async () => {
    const visitor = await begin("contributor");
    const { location } = await press(visitor, paths.onboardingStep(1), "Next", { Bio: "I cut." });
    const services = { "Services you offer": ["Video Editor"] };
    const done = await press(visitor, location, "Complete Profile", services);
    expect(done).toMatchObject({
      status: 303,
      location: paths.login({ fromOnboarding: "1", tab: "create" }),
    });
    const login = await visitor.get(done.location);
    expect(login.text).toContain("Create Your Account");
    expect(login.text).toContain(
      "Your profile has been saved! Create an account now to connect with matches.",
    );
    const joined = await press(visitor, login, "Create Account", {
      ...{ "Full name": "Ada Cut", Email: "ada@example.com", Password: personPassword },
    });
    // A visitor can't upload files, so a new contributor is asked for their first work sample after signing up.
    expect(joined).toMatchObject({ status: 303, location: paths.newSample({ first: "1" }) });
    const asked = await visitor.get(joined.location);
    expect(asked.text).toContain("Profile saved");
    expect(asked.text).toContain("Show your first piece of work");
    expect(asked.html).toContain(`href="${paths.dashboard()}"`);
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
  });

  test("leaves the profile of someone who already has one, and says so when they sign in", async () => {
    const [owner, member] = [await makeCreator({ name: "Cleo Before" }), await makeMember()];
    for (const [person, said, unsaid] of [
      [owner, "Your profile hasn't changed", "Profile saved"],
      [member, "Profile saved", "Your profile hasn't changed"],
    ] as const) {
      const visitor = await begin("contributor");
      const { location } = await press(visitor, paths.onboardingStep(1), "Next", { Bio: "I cut." });
      const done = await press(visitor, location, "Complete Profile", {
        "Services you offer": ["Video Editor"],
      });
      expect(done.location).toContain(paths.login());
      const entry = { Email: person.email, Password: personPassword };
      const signedIn = await press(visitor, paths.login(), "Sign In", entry);
      expect(signedIn.status).toBe(303);
      const { text } = await visitor.get(signedIn.location);
      expect(text).toContain(said);
      expect(text).not.toContain(unsaid);
      expect(visitor.cookies.has("draft")).toBe(false);
    }
    const rows = await db.profile.findMany({ where: { id: { in: [owner.userId, member.userId] } } });
    expect(rows.map(({ id, userType, bio }) => [id, userType, bio])).toEqual(
      expect.arrayContaining([
        [owner.userId, "creator", expect.not.stringContaining("I cut.")],
        [member.userId, "contributor", "I cut."],
      ]),
    );
  });

  test("saves a member's profile once, from any step", async () => {
    const member = await makeMember({ name: "Ben" });
    const browser = await begin("creator", as(member));
    const needs = { "Creative services you need": ["Video Editor"] };
    const form = fillIn(await browser.get(paths.onboardingStep(3)), "Complete Profile", needs);
    const replies = await Promise.all([1, 2].map(() => send(browser, form)));
    for (const { status } of replies) expect(status).toBe(303);
    expect(replies.map(({ location }) => location)).toContain(paths.discover());
    expect(await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).toMatchObject({
      fullName: "Ben",
      userType: "creator",
    });
    expect(await db.profileDraft.count({ where: { userId: member.userId } })).toBe(0);
    expect((await browser.get(paths.ownProfile())).text).toContain("Video Editor");
  });

  test("keeps the text of a step that's sent after another tab has completed the profile", async () => {
    const browser = await begin("contributor", as(await makeMember()));
    const late = await browser.get(paths.onboardingStep(2));
    const first = fillIn(await browser.get(paths.onboardingStep(1)), "Complete Profile", { Bio: "I cut." });
    expect((await send(browser, first)).status).toBe(303);
    expect(await send(browser, first)).toMatchObject({ status: 303, location: paths.dashboard() });
    const kept = await press(browser, late, "Next", { "Projects you're good at": "Travel films" });
    expect([kept.status, kept.text]).toEqual([409, expect.stringContaining("You already have a profile")]);
    expect(kept.html).toContain("Travel films</textarea>");
    expect(await press(browser, late, "Next")).toMatchObject({ status: 303, location: paths.dashboard() });
  });

  test("refuses an invalid link, next to its field and from another step", async () => {
    const member = await makeMember();
    const browser = await begin("contributor", as(member));
    const link = { "Portfolio link": "javascript:alert(1)" };
    const kept = await press(browser, paths.onboardingStep(4), "Back", link);
    expect(kept).toMatchObject({ status: 303, location: paths.onboardingStep(3) });
    const elsewhere = await press(browser, paths.onboardingStep(1), "Complete Profile");
    expect(elsewhere).toMatchObject({ status: 303, location: paths.onboardingStep(4) });
    const last = await browser.get(paths.onboardingStep(4));
    expect(last.text).toContain("Error saving profile");
    const page = await press(browser, last, "Complete");
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please enter a web address that starts with https://");
    expect(page.html).toContain('value="javascript:alert(1)"');
    expect((await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).userType).toBeNull();
  });

  test("asks a member whose session has ended to sign in, and shows nothing of the draft", async () => {
    const browser = await begin("creator", as(await makeMember()));
    const { location } = await press(browser, paths.onboardingStep(1), "Next", { Bio: "secret plans" });
    const second = await browser.get(location);
    const signedOut = as({ cookie: `draft=${browser.cookies.get("draft")}` });
    const page = await signedOut.get(paths.onboardingStep(1));
    expect(page).toMatchObject({
      status: 303,
      location: paths.login({ redirectTo: paths.onboardingStep(1) }),
    });
    const form = fillIn(second, "Complete Profile");
    const refused = await send(signedOut, form);
    expect(refused).toMatchObject({ status: 401 });
    expect(refused.html).not.toContain("secret plans");
    const done = await send(signedOut, unmarked(form));
    expect(done.location).toBe(paths.login({ redirectTo: paths.onboardingStep(2) }));
    expect((await signedOut.get(done.location)).text).toContain("Please sign in to complete your profile");
  });

  test("reports a missing draft, and keeps what was written for it", async () => {
    const visitor = await begin("creator");
    const page = await visitor.get(paths.onboardingStep(1));
    await db.profileDraft.deleteMany();
    const kept = await press(visitor, page, "Next", { Name: "Ada" });
    expect(kept.status).toBe(409);
    expect(kept.text).toContain("We couldn't find your draft");
    expect(kept.html).toContain("Ada</textarea>");
    const done = await press(visitor, page, "Next");
    expect(done).toMatchObject({ status: 303, location: paths.onboarding() });
    expect((await visitor.get(paths.onboarding())).text).toContain("We couldn't find your draft");
  });
});

describe("signing in while there's a draft", () => {
  test("continues with an incomplete draft", async () => {
    const { email } = await makeMember();
    const visitor = await begin("creator");
    const done = await press(visitor, paths.login(), "Sign In", { Email: email, Password: personPassword });
    expect(done).toMatchObject({ status: 303, location: paths.onboarding() });
    const page = await visitor.get(paths.onboarding());
    expect(page.text).toContain("Complete your profile");
    expect(page.text).toContain("Continue where you left off");
  });

  test("saves a complete draft", async () => {
    const { email, userId } = await makeMember();
    const visitor = await begin("creator");
    await press(visitor, paths.onboardingStep(1), "Complete Profile", { Bio: "Hello" });
    const done = await press(visitor, paths.login(), "Sign In", { Email: email, Password: personPassword });
    expect(done).toMatchObject({ status: 303, location: paths.dashboard() });
    expect(visitor.cookies.has("draft")).toBe(false);
    expect(await db.profile.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      bio: "Hello",
      userType: "creator",
    });
  });

  test("signing out deletes the draft", async () => {
    const browser = await begin("creator", as(await makeMember()));
    const before = await db.profileDraft.count();
    await press(browser, paths.onboarding(), "Sign out");
    expect(browser.cookies.has("draft")).toBe(false);
    expect(await db.profileDraft.count()).toBe(before - 1);
  });
});
