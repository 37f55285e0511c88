import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { writeTo } from "~/features/messaging/sending.server";
import { reviewReasons } from "~/features/profiles/review-reasons";
import { reviewTakes } from "~/features/profiles/review-words";
import { undoReview } from "~/features/profiles/vetting.server";
import { paths } from "~/paths";
import { db, type Prisma } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileGone } from "../support/broken-table";
import { addCover } from "../support/covers";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeCrowd,
  makeMember,
  type Person,
} from "../support/people";
import { makeProject } from "../support/projects";
import { as } from "../support/request";
import { fillIn, forge, press, send, unmarked } from "../support/submitting";
import { say } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const rejecting = "Reject with this reason";
const why = "Reason in your own words";
const statusOf = async (person: Person) =>
  (await db.contributorProfile.findUniqueOrThrow({ where: { id: person.userId } })).status;

async function makePending(name: string) {
  return makeContributor({ name, status: "pending", services: ["Writer", "Podcast Editor"] });
}

/** Puts a person on a plan until the end of a day in UTC, because dates are in UTC here. */
async function subscribe(person: Person, plan: "pro" | "pay_per_post", daysFromNow: number): Promise<void> {
  await givePlan(person, plan);
  const end = new Date(Date.now() + daysFromNow * 86_400_000);
  end.setUTCHours(23, 59, 59, 999);
  await db.userSubscription.update({
    where: { userId: person.userId },
    data: { currentPeriodEnd: end },
    select: { id: true },
  });
}

describe("/dashboard", () => {
  test("sends a guest to sign in and back", async () => {
    const page = await as(null).get(paths.dashboard());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sign in to access your dashboard");
    expect(page.html).toContain('name="redirectTo" value="/dashboard"');
  });

  test("shows a creator their navigation, panel and remaining plan limits", async () => {
    const creator = await makeCreator();
    await db.userUsage.create({
      data: { userId: creator.userId, swipeCountToday: 9, lastSwipeReset: new Date() },
    });
    const page = await as(creator).get(paths.dashboard());
    expect(page.text).toContain("My Dashboard");
    for (const words of [
      "Discover",
      "Projects",
      "Messages",
      "View Matches",
      "Update My Profile",
      "Free Tier",
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.text).toContain("1 of 10 swipes left today. Your swipes reset at midnight UTC.");
    expect(page.text).toContain("0 of 1 message used. On the Free plan, this limit never resets.");
    expect(page.html).toContain(`href="/projects"`);
    const desk = await as(creator).get(paths.creatorDashboard());
    expect(desk.text).toContain("9 of 10 swipes today");
    expect(desk.html).toMatch(/class="bar tone-negative"[^>]*value="90"/);
  });

  test("shows who likes the creator and what's waiting for them, or says that nothing is", async () => {
    const creator = await makeCreator();
    const page = async () => (await as(creator).get(paths.dashboard())).text;
    expect(await page()).toContain("Nothing right now.");
    const [liker, matched, writer, stranger] = await Promise.all(
      ["Lia Likes", "Mo Matched", "Wim Writes", "Sal Stranger"].map((name) => makeContributor({ name })),
    );
    if (!liker || !matched || !writer || !stranger) throw new Error("expected four contributors");
    for (const { userId: contributorId } of [matched, writer])
      await db.match.create({ data: { creatorId: creator.userId, contributorId } });
    await press(as(liker), paths.profile(creator.userId), "Like");
    for (const person of [writer, stranger]) await writeTo(person, creator.userId, say("Hello there"));
    await as(creator).get(paths.discover());
    const text = await page();
    expect(text).toMatch(/1 person likes you.*Lia Likes/s);
    expect(text).toContain("You matched with Mo Matched");
    expect(text).not.toContain("You matched with Wim Writes");
    expect(text).toMatch(/Wim Writes\s+Hello there/);
    expect(text).toMatch(/Sal Stranger\s+Hello there.*Request/s);
    expect(text).toContain("2 unread, 1 request");
    expect(text).not.toContain("Nothing right now.");
    expect(text.indexOf("1 person likes you")).toBeLessThan(text.indexOf("Your turn"));
  });

  test("shows more than nine Likes or matches as 9+, and more than 99 notifications as 99+", async () => {
    const creator = await makeCreator();
    const { userId } = creator;
    const crowd = await makeCrowd(20, { user_type: "contributor", status: "approved" });
    const [likers, matched] = [crowd.slice(0, 10), crowd.slice(10)];
    const visitor = as(creator);
    const marks = async () => {
      const { text } = await visitor.get(paths.dashboard());
      return [
        /\S+ (?=unread Menu)/,
        /\S+ (?=like you Matches)/,
        /\S+ (?=new Messages)/,
        /\S+ (?=people like you)/,
      ].map((pattern) => pattern.exec(text)?.[0].trim());
    };
    const notify = (count: number) =>
      db.notification.createMany({
        data: Array.from({ length: count }, () => ({
          ...{ userId, kind: "application", title: "News", eventKey: randomUUID() },
        })),
      });
    await db.swipe.createMany({
      data: likers.map((actorId) => ({ actorId, targetId: userId, liked: true })),
    });
    await db.match.createMany({
      data: matched.map((contributorId) => ({ creatorId: userId, contributorId })),
    });
    await notify(99);
    await visitor.get(paths.discover());
    expect(await marks()).toEqual(["99", "9+", "9+", "9+"]);
    expect((await visitor.get(paths.dashboard())).text).toContain("Discover 9+ like you");
    expect((await visitor.get(paths.matches())).text).toContain("New 9+ ");
    await notify(1);
    await db.deckCard.deleteMany({ where: { viewerId: userId, personId: likers[0] } });
    await db.match.deleteMany({ where: { contributorId: matched[0] } });
    expect(await marks()).toEqual(["99+", "9", "9", "9"]);
    expect((await visitor.get(paths.matches())).text).toContain("New 9 ");
    // Opening a match takes it off the count, but prefetching its page doesn't.
    const { id } = await db.match.findFirstOrThrow({ where: { creatorId: userId } });
    const newOn = async (headers: Record<string, string>) =>
      /(\S+) new Messages/.exec((await visitor.get(paths.match(id), { headers })).text)?.[1];
    expect(await newOn({ "Sec-Purpose": "prefetch" })).toBe("9");
    expect(await newOn({})).toBe("8");
  });

  test("loads the first two pictures of people who like the creator right away, and the others while scrolling", async () => {
    const creator = await makeCreator();
    for (const name of ["Una", "Due", "Tre"]) {
      const liker = await makeContributor({ name });
      const { mediaId } = await addCover(liker.userId);
      await db.media.update({ where: { id: mediaId ?? "" }, data: { width: 360, height: 200 } });
      await press(as(liker), paths.profile(creator.userId), "Like");
    }
    const { html } = await as(creator).get(paths.dashboard());
    expect([...html.matchAll(/ loading="(\w+)"/g)].map(([, when]) => when)).toEqual([
      "eager",
      "eager",
      "lazy",
    ]);
    // Only the first person's work is circled.
    expect(html.match(/<svg class="mark"/g)).toHaveLength(1);
  });

  test("a creator's 'Your turn' includes applications and, unless they subscribe, projects that are about to expire", async () => {
    const [creator, applicant] = [await makeCreator(), await makeContributor({ name: "Ada Applies" })];
    const projectId = await makeProject(creator, { title: "Edit the river" });
    const page = async () => (await as(creator).get(paths.dashboard())).text;
    expect(await page()).not.toContain("A project expires");
    await press(as(applicant), paths.project(projectId), "Submit Application", {
      "Application Note": "I'd like to.",
    });
    await db.projectBrief.update({
      where: { id: projectId },
      data: { expiresAt: new Date(Date.now() + 2 * 86_400_000) },
    });
    const text = await page();
    expect(text).toMatch(/1 person applied\s+Edit the river.*1 new/s);
    expect(text).toContain("1 new application");
    expect(text).toMatch(/A project expires in 2 days\s+Edit the river/);
    expect(text).toMatch(/Projects.*Edit the river.*1 application, 1 new/s);
    await givePlan(creator, "pro");
    expect(await page()).not.toContain("A project expires");
  });

  test("a contributor's 'Your turn' includes invitations and changed briefs, below their applications' status and start", async () => {
    const [creator, contributor] = [await makeCreator({ name: "Cy Creator" }), await makeContributor()];
    await givePlan(creator, "pro");
    const [asked, applied] = [
      await makeProject(creator, { title: "Invited to this" }),
      await makeProject(creator, {
        title: "Applied for this",
        startDate: "2027-03-08",
        timeline: "Two weeks",
      }),
    ];
    await db.projectInvitation.create({
      data: { projectId: asked, contributorId: contributor.userId, note: "" },
    });
    await press(as(contributor), paths.project(applied), "Submit Application", {
      "Application Note": "I'd like to.",
    });
    await db.notification.create({
      data: {
        ...{ userId: contributor.userId, kind: "project-changed", aboutId: creator.userId },
        ...{ title: "“Applied for this” was updated", href: paths.project(applied), eventKey: applied },
      },
    });
    const { text } = await as(contributor).get(paths.dashboard());
    expect(text).toMatch(/Cy Creator invited you to apply\s+Invited to this.*Invitation/s);
    expect(text).toContain("“Applied for this” was updated");
    expect(text).toContain("1 invitation");
    expect(text).toMatch(/Applied today · Cy Creator\s+Starts Mar 8, 2027 · Two weeks\s+Pending/);
    expect(text).not.toContain("Your plan");
  });

  test("names the next thing the profile is missing", async () => {
    const contributor = await makeContributor();
    const page = await as(contributor).get(paths.dashboard());
    expect(page.text).toMatch(/Your profile is \d+% complete\./);
    expect(page.html).toContain(`href="${paths.newSample()}"`);
  });

  test("offers a newcomer the builder", async () => {
    const page = await as(await makeMember()).get(paths.dashboard());
    expect(page.html).toContain(`href="${paths.onboarding()}"`);
    expect(page.text).not.toContain("View Matches");
  });

  test("tells contributors the status of their review", async () => {
    const waiting = await makeContributor({ status: "pending" });
    const pending = await as(waiting).get(paths.dashboard());
    expect(pending.text).toContain("Your profile is under review");
    expect(pending.text).not.toContain("more sample");
    expect(pending.text).toContain(reviewTakes);
    expect(pending.text).toContain("While you wait");
    expect(pending.html).toContain(`href="${paths.newSample()}"`);
    expect(pending.text).not.toContain("View Matches");
    await addCover(waiting.userId);
    expect((await as(waiting).get(paths.dashboard())).text).toContain("Add 2 more samples");
    const reason = `${reviewReasons.fitting.text}\nPlease add <i>three</i> videos.`;
    const rejected = await as(await makeContributor({ status: "rejected", rejectionReason: reason })).get(
      paths.dashboard(),
    );
    expect(rejected.text).toContain("Your profile wasn't approved");
    expect(rejected.text).toContain(`${reviewReasons.fitting.text} Services`);
    expect(rejected.html).toContain(`href="${reviewReasons.fitting.fix.to}"`);
    expect(rejected.text).toContain("Please add <i>three</i> videos. From our review");
    expect(rejected.text).not.toContain(reviewTakes);
    expect(rejected.text).not.toContain("View Matches");
    const approved = await as(await makeContributor()).get(paths.dashboard());
    expect(approved.text).toContain("View Matches");
  });

  test("submits a rejected profile again, but only once", async () => {
    const rejected = await makeContributor({ status: "rejected" });
    const visitor = as(rejected);
    const page = await visitor.get(paths.dashboard());
    expect(await press(visitor, page, "Submit again")).toMatchObject({
      status: 303,
      location: "/dashboard",
    });
    expect((await visitor.get(paths.dashboard())).text).toContain("Profile resubmitted");
    expect(await statusOf(rejected)).toBe("pending");
    await press(visitor, page, "Submit again");
    expect((await visitor.get(paths.dashboard())).text).toContain(
      "Your profile can't be resubmitted right now",
    );
    expect(await db.adminNotification.count({ where: { userId: rejected.userId } })).toBe(1);
  });

  test("shows only the member's own news, until it's read", async () => {
    const [reader, other] = [await makeCreator(), await makeCreator()];
    for (const person of [reader, other]) {
      await db.notification.create({
        data: {
          userId: person.userId,
          kind: "referral",
          title: `News for ${person.userId}`,
          href: paths.invitePeople(),
          eventKey: `news:${person.userId}`,
        },
      });
    }
    const visitor = as(reader);
    const page = await visitor.get(paths.dashboard());
    expect(page.text).toContain(`News for ${reader.userId}`);
    expect(page.text).not.toContain(other.userId);
    await visitor.get(paths.invitePeople());
    expect((await visitor.get(paths.dashboard())).text).not.toContain(`News for ${reader.userId}`);
    expect((await as(other).get(paths.dashboard())).text).toContain(`News for ${other.userId}`);
  });

  test("says what's wrong with the email address of someone to invite", async () => {
    const visitor = as(await makeCreator());
    const page = await visitor.get(paths.invitePeople({ tab: "email" }));
    const form = fillIn(page, "Send", { "Their email address": "nora@example.com" });
    for (const [typed, words] of [
      ["", "Please enter an email address"],
      [" ", "Please enter an email address"],
      ["nora at example", "Please enter a valid email address"],
    ] as const) {
      const refused = await send(visitor, forge(form, "email", typed));
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  test("names the people who joined through the member's invitation, except those the member may not see", async () => {
    const referrer = await makeCreator();
    const [joined, other] = [
      await makeCreator({ name: "Ida Joined" }),
      await makeCreator({ name: "Ovid Gone" }),
    ];
    for (const { userId: inviteeId } of [joined, other])
      await db.referral.create({ data: { referrerId: referrer.userId, inviteeId } });
    await db.block.create({ data: { blockerId: other.userId, blockedId: referrer.userId } });
    const { html } = await as(referrer).get(paths.invitePeople());
    expect(html).toContain(`<a href="${paths.profile(joined.userId)}">Ida Joined</a>`);
    expect(html).not.toContain("Ovid Gone");
    expect(html, "nothing comes after them").not.toContain('rel="next"');
    const card = (await as(referrer).get(paths.creatorDashboard())).html;
    expect(card).toMatch(/aria-label="Ida Joined"|>IJ</);
    expect(card).not.toMatch(/aria-label="Ovid Gone"|>OG</);
  });

  test("answers an invalid form with an error page, and a guest's with a sign-in page", async () => {
    const visitor = as(await makeContributor({ status: "rejected" }));
    const form = fillIn(await visitor.get(paths.dashboard()), "Submit again");
    expect((await send(visitor, forge(form, "intent", "delete-everything"))).status).toBe(400);
    expect((await send(as(null), form)).status).toBe(401);
  });

  test("fits its size budget, even with a full list for admins", async () => {
    const admin = await makeAdmin();
    for (let index = 0; index < 11; index += 1) await makePending(`Waiting Person ${index}`);
    const { headers, html } = await as(admin).send("GET", paths.dashboard(), {
      headers: { "Accept-Encoding": "br" },
    });
    expect(headers["content-encoding"]).toBe("br");
    expect(Number(headers["content-length"])).toBeLessThan(9_000);
    expect(html).not.toBe("");
  });
});

describe("/creator-dashboard", () => {
  test("explains to guests on the landing page why they were redirected, and returns after sign-in", async () => {
    const guest = as(null);
    for (const [path, words] of [
      [paths.creatorDashboard(), "Please sign in to see your creator dashboard."],
      [paths.matches({ before: "x" }), "Please sign in to see your matches."],
      [adminPaths.waitingContributors(), "Please sign in to see that page."],
    ] as const) {
      const { location } = await guest.get(path);
      const landing = await guest.get(location);
      expect(landing.text).toContain(words);
      expect(landing.html).toContain(`href="${paths.login({ redirectTo: path })}"`);
    }
    expect((await guest.get(paths.home())).text).not.toContain("Please sign in");
    const member = await as(await makeCreator()).get(`${paths.home()}?from=/matches`);
    expect(member.text).not.toContain("Please sign in");
  });

  test("is for creators", async () => {
    expect(await as(null).get(paths.creatorDashboard())).toMatchObject({
      status: 302,
      location: `/?from=${encodeURIComponent(paths.creatorDashboard())}`,
    });
    expect((await as(await makeContributor()).get(paths.creatorDashboard())).location).toBe(
      paths.dashboard(),
    );
    const page = await as(await makeCreator()).get(paths.creatorDashboard());
    expect(page.text).toContain("Creator Dashboard");
    expect(page.text).toContain("Free Tier");
    expect(page.text).toContain("0 of 10 swipes today");
    expect(page.text).not.toContain("This week");
  });

  test("shows a subscriber what happened this week", async () => {
    const creator = await makeCreator();
    const { userId } = creator;
    await givePlan(creator, "pro");
    const week = async () =>
      /This week Analytics (.*?) Your plan:/.exec(
        (await as(creator).get(paths.creatorDashboard())).text,
      )?.[1];
    expect(await week()).toBe("Profile views 0 Likes received 0 Matches 0");
    const [one, other] = [await makeContributor(), await makeContributor()];
    for (const [person, words] of [
      [one, "Profile view 1 Like received 1 Match 1"],
      [other, "Profile views 2 Likes received 2 Matches 2"],
    ] as const) {
      await db.memberEvent.create({ data: { memberId: userId, kind: "view" } });
      await db.swipe.create({ data: { actorId: person.userId, targetId: userId, liked: true } });
      await db.match.create({ data: { creatorId: userId, contributorId: person.userId } });
      expect(await week()).toBe(words);
    }
  });

  test.each([
    ["pro", 3, "(3 days left)"],
    ["pro", 1, "(1 day left)"],
    ["pro", 20, null],
    ["pay_per_post", 4, "(4 days left)"],
    ["pro", 0, "(ends today)"],
  ] as const)("shows how many days of %s are left: %i", async (plan, days, words) => {
    const creator = await makeCreator();
    await subscribe(creator, plan, days);
    const { text } = await as(creator).get(paths.creatorDashboard());
    expect(text).toContain({ free: "Free Tier", pay_per_post: "Pay-Per-Post", pro: "Pro" }[plan]);
    if (words) expect(text).toContain(words);
    else expect(text).not.toContain("left)");
  });
});

/** Makes the payment provider report this subscription. */
const report = (person: Person, data: Prisma.UserSubscriptionUpdateInput) =>
  db.userSubscription.update({ where: { userId: person.userId }, data });

describe("the subscription card", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const cardOf = async (person: Person) => (await as(person).get(paths.creatorDashboard())).text;

  test("says what happens at the end of the period", async () => {
    const creator = await makeCreator();
    await subscribe(creator, "pro", 2);
    await report(creator, { billingInterval: "month" });
    expect(await cardOf(creator)).toMatch(/Renews on \w+ \d+, \d+ \(2 days left\)/);
    await report(creator, { cancelAtPeriodEnd: true });
    expect(await cardOf(creator)).toMatch(
      /Ends on \w+ \d+, \d+ \(2 days left\). You have full access until then./,
    );
    await report(creator, { cancelAtPeriodEnd: false, nextPlan: "agency" });
    expect(await cardOf(creator)).toMatch(/Until \w+ \d+, \d+ \(2 days left\), then Agency/);
  });

  test("says that a payment failed, during and after its grace period, and links to billing", async () => {
    const creator = await makeCreator();
    await subscribe(creator, "pro", 20);
    await report(creator, { billingInterval: "month", status: "past_due", graceUntil: inDays(3) });
    const { text, html } = await as(creator).get(paths.creatorDashboard());
    expect(text).toMatch(/Your last payment failed\. Update your card by \w+ \d+, \d+ to keep Pro\./);
    expect(html).toContain(`href="${paths.billing()}"`);
    await report(creator, { graceUntil: inDays(-1) });
    const after = await cardOf(creator);
    expect(after).toContain("Your last payment failed, so you're on Free for now.");
    expect(after).toContain("Free Tier");
    await report(creator, { stripeSubscriptionId: `sub_${creator.userId}` });
    const billing = (await as(creator).get(paths.billing())).text;
    expect(billing).toContain("Your last payment failed and your 7 days to update your card are up");
    expect(billing).not.toContain("Free never ends");
  });

  test("opens the portal only for the provider's customers", async () => {
    const creator = await makeCreator();
    expect(await cardOf(creator)).not.toContain("Manage Subscription");
    await report(creator, { stripeCustomerId: `cus_${creator.userId}` });
    const { html } = await as(creator).get(paths.creatorDashboard());
    expect(html).toMatch(new RegExp(`<form[^>]*method="post"[^>]*action="${paths.billingPortal()}"`));
  });

  test("offers to try again if the subscription can't be read", async () => {
    const creator = await makeCreator();
    const page = await whileGone("user_usage", () => as(creator).get(paths.creatorDashboard()));
    expect(page.text).toContain("We're having trouble loading your subscription information");
    expect(page.html).toContain(`href="${paths.creatorDashboard()}"`);
    expect(page.text).toContain("Try Again");
  });
});

describe("/settings/usage", () => {
  test("shows each limit's bar in its color, when it resets in the member's time zone, and each use", async () => {
    const creator = await makeCreator({ timeZone: "America/New_York" });
    const targets = await Promise.all(["Ada One", "Bo Two"].map((name) => makeContributor({ name })));
    const profiles = targets.map(({ userId }) => paths.profile(userId));
    for (const profile of profiles) await press(as(creator), profile, "Pass");
    await press(as(creator), profiles[0] ?? "", "Save to Favorites");
    const page = await as(creator).get(paths.usage());
    expect(page.text).toContain("2 of 10 swipes today");
    expect(page.text).toMatch(
      /Your swipes reset at midnight New York time\. Next reset: \w+ \d+, \d{4} ?\. /,
    );
    expect(page.text).toMatch(
      /Saved Ada One · \w+.*Liked or passed on Bo Two · .*Liked or passed on Ada One/s,
    );
    expect(page.text).not.toContain("Nothing has counted");
    expect(page.html).toMatch(/class="bar tone-positive"[^>]*value="20"/);
    expect(page.html).toContain(`href="${paths.saved()}"`);
    await db.userUsage.update({
      where: { userId: creator.userId },
      data: { swipeCountToday: 7, contributorSaveCount: 99, matchCount: 1 },
    });
    const fuller = (await as(creator).get(paths.usage())).html;
    expect(fuller).toMatch(/class="bar tone-warning"[^>]*value="70"/);
    expect(fuller).toMatch(/class="bar tone-negative"[^>]*value="100"/);
  });

  test("tells contributors that their usage isn't counted, and shows no one else's", async () => {
    const contributor = await makeContributor();
    const page = await as(contributor).get(paths.usage());
    expect(page.text).toContain("You have no limits");
    expect(page.text).not.toContain("Swipes today");
    expect((await as(await makeCreator()).get(paths.usage())).text).toContain(
      "Nothing has counted toward your limits yet.",
    );
  });
});

describe("reviewing", () => {
  test("refuses everyone but admins, and changes nothing for them", async () => {
    const pending = await makePending("Ines Okafor");
    const path = adminPaths.reviewContributor(pending.userId);
    const admin = as(await makeAdmin());
    const list = await admin.get(adminPaths.waitingContributors());
    expect(list.text).toMatch(/Ines Okafor .*(Writer, Podcast Editor|Podcast Editor, Writer) · submitted/);
    const shown = await admin.get(path);
    expect(shown.text).toContain("No decisions or notes yet.");
    const approval = unmarked(fillIn(shown, "Approve Ines Okafor"));
    for (const person of [pending, await makeCreator(), await makeContributor()]) {
      expect((await as(person).get(path)).status).toBe(403);
      expect((await send(as(person), approval)).status).toBe(403);
      expect((await as(person).get(paths.dashboard())).text).not.toContain("Admin notifications");
    }
    expect((await as(null).get(path)).status).toBe(302);
    expect((await send(as(null), approval)).status).toBe(401);
    expect(await statusOf(pending)).toBe("pending");
  });

  test("shows what a profile has and what it lacks", async () => {
    const [admin, pending] = [as(await makeAdmin()), await makePending("Ines Okafor")];
    const path = adminPaths.reviewContributor(pending.userId);
    const facts = "Facts Email confirmed No samples";
    expect((await admin.get(path)).text).toContain(`${facts} No location No portfolio link Submitted`);
    const portfolioUrl = "https://ines.example/work";
    const data = { location: "Porto", contributor: { update: { portfolioUrl } } };
    await db.profile.update({ where: { id: pending.userId }, data });
    const { html, text } = await admin.get(path);
    expect(text).toContain(
      `${facts} Profile says Porto Portfolio of Ines Okafor (opens in a new tab) Submitted`,
    );
    expect(html).toContain(`href="${portfolioUrl}"`);
  });

  test("approves from the dashboard", async () => {
    await db.adminNotification.deleteMany();
    const [admin, pending] = [as(await makeAdmin()), await makePending("Ines Okafor")];
    const list = await admin.get(paths.dashboard());
    expect(list.text).toContain("pending approval: 1");
    const done = await press(admin, list, "Approve Ines Okafor");
    expect(done).toMatchObject({ status: 303, location: paths.dashboard() });
    const after = await admin.get(paths.dashboard());
    expect(after.text).toContain("Ines Okafor approved");
    expect(after.text).toContain("No contributors are waiting for review.");
    expect(after.text).toContain("Recently reviewed");
    expect(await statusOf(pending)).toBe("approved");
    expect((await as(pending).get(paths.dashboard())).text).toContain("Your profile is approved");
  });

  test("rejects only with a valid reason, and keeps what was typed", async () => {
    const [admin, pending] = [as(await makeAdmin()), await makePending("Ines Okafor")];
    const path = adminPaths.reviewContributor(pending.userId);
    const shown = await admin.get(path);
    const reject = fillIn(shown, rejecting, { [why]: "Too few samples." });
    for (const reason of ["", "   ", "x".repeat(2001)]) {
      const page = await send(admin, forge(reject, "reason", reason));
      expect(page.status).toBe(400);
      expect(page.text).toContain(
        reason.length > 3 ? "Please use at most 2000 characters" : "Please give a reason",
      );
      if (reason.length > 3) expect(page.html).toContain(reason);
    }
    for (const wrong of [{ ...reject, fields: [] }, forge(reject, "decision", "promote")])
      expect((await send(admin, wrong)).status).toBe(400);
    expect(await statusOf(pending)).toBe("pending");
    expect((await send(admin, reject)).status).toBe(303);
    expect(await statusOf(pending)).toBe("rejected");
  });

  test("tells a second admin that the review has already been decided", async () => {
    const pending = await makePending("Ines Okafor");
    const path = adminPaths.reviewContributor(pending.userId);
    const [first, second] = [as(await makeAdmin()), as(await makeAdmin())];
    const page = await second.get(path);
    await press(first, path, "Approve Ines Okafor");
    const { status, text } = await press(second, page, rejecting, { [why]: "Too few samples." });
    expect([status, text]).toEqual([409, expect.stringContaining("Failed to update contributor status")]);
    expect(text).toContain("Another admin has already approved Ines Okafor.");
    expect(text, "the reason that the admin wrote").toContain("Too few samples.");
    expect(await statusOf(pending)).toBe("approved");
    expect((await first.get(path)).text).not.toContain("Reject with this reason");
  });

  test("tells an admin that they've already rejected someone, if the reason is another one", async () => {
    const pending = await makePending("Ines Okafor");
    const desk = as(await makeAdmin());
    const page = await desk.get(adminPaths.reviewContributor(pending.userId));
    const reject = fillIn(page, rejecting, { [why]: "Too few samples." });
    await send(desk, reject);
    expect((await send(desk, reject)).status, "a double click").toBe(303);
    const { status, text } = await send(desk, forge(reject, "reason", "Too dark."));
    expect([status, text]).toEqual([409, expect.stringContaining("You've already rejected Ines Okafor.")]);
    expect(text).toContain("Too dark.");
  });

  test("approves several contributors together, and says that none were approved if the page is outdated", async () => {
    const pending = [await makePending("Bo Batch"), await makePending("Cy Batch")];
    const admin = as(await makeAdmin());
    const list = adminPaths.waitingContributors({ q: "Batch" });
    const form = fillIn(await admin.get(list), "Approve selected", { Bo: true, Cy: true });
    await send(admin, form);
    const done = await admin.get(list);
    expect(done.text).toContain(
      "2 contributors approved You can undo each one for 10 minutes. Then we'll email them.",
    );
    for (const one of pending) expect(await statusOf(one)).toBe("approved");
    await send(admin, form);
    const again = await admin.get(list);
    expect(again.text).toContain("No contributors approved 2 had already been reviewed.");
    expect(again.text).not.toContain("You can undo");
  });

  test("treats an admin's repeated decision like their first one", async () => {
    const pending = await makePending("Ines Okafor");
    const path = adminPaths.reviewContributor(pending.userId);
    const admin = as(await makeAdmin());
    const page = await admin.get(path);
    for (const _ of ["once", "twice"]) {
      await press(admin, page, "Approve Ines Okafor");
      expect((await admin.get(paths.dashboard())).text).toContain("Ines Okafor approved");
    }
    const { text } = await press(admin, page, rejecting, { [why]: "Too few samples." });
    expect(text).toContain("You've already approved Ines Okafor.");
    expect(await db.auditEntry.count({ where: { subjectId: pending.userId } })).toBe(1);
  });

  test("undoes a decision from the dashboard, and reports when it's too late", async () => {
    const pending = await makePending("Una Undone");
    const path = adminPaths.reviewContributor(pending.userId);
    const admin = as(await makeAdmin());
    await press(admin, path, rejecting, { [why]: "Too few samples." });
    await press(admin, paths.dashboard(), "Undo rejection of Una Undone");
    expect(await statusOf(pending)).toBe("pending");
    await press(admin, path, "Approve Una Undone");
    const undo = fillIn(await admin.get(paths.dashboard()), "Undo approval of Una Undone");
    await send(admin, undo);
    expect((await admin.get(paths.dashboard())).text).toContain("Decision undone");
    expect(await statusOf(pending)).toBe("pending");
    await send(admin, undo);
    expect((await admin.get(paths.dashboard())).text).toContain(
      "You can only undo a decision within 10 minutes.",
    );
    expect((await send(as(pending), unmarked(undo))).status).toBe(403);
  });

  test("lists all pending contributors, by page and by name, and returns to the same page", async () => {
    await db.adminNotification.deleteMany();
    const admin = as(await makeAdmin());
    expect((await admin.get(adminPaths.waitingContributors())).text).toContain(
      "No contributors are waiting for review",
    );
    const people = [];
    for (let index = 10; index < 32; index += 1) people.push(await makePending(`Uma Waits ${index}`));
    const first = await admin.get(adminPaths.waitingContributors());
    const next = /<a [^>]*href="([^"]*after[^"]*)"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await admin.get(next);
    expect([first.text.match(/Uma Waits \d+ Pending/g), second.text.match(/Uma Waits \d+ Pending/g)]).toEqual(
      [expect.objectContaining({ length: 20 }), expect.objectContaining({ length: 2 })],
    );
    const found = adminPaths.waitingContributors({ q: "waits 11" });
    const page = await admin.get(found);
    expect(page.text.match(/Uma Waits \d+ Pending/g)).toEqual(["Uma Waits 11 Pending"]);
    expect(page.html).toContain('value="waits 11"');
    const [ten, eleven] = people;
    expect(await press(admin, page, rejecting, { [why]: "Too <few> samples." })).toMatchObject({
      status: 303,
      location: found,
    });
    const other = await admin.get(adminPaths.reviewContributor(ten?.userId ?? ""));
    const elsewhere = forge(fillIn(other, "Approve Uma Waits 10"), "back", "https://evil.example/");
    expect((await send(admin, elsewhere)).location).toBe(paths.dashboard());
    if (eleven) await press(as(eleven), paths.dashboard(), "Submit again");
    expect((await admin.get(found)).text).toMatch(/Sent back on \w+ \d+, \d{4} ?: Too <few> samples\./);
    expect((await admin.get(adminPaths.waitingContributors({ q: "nobody" }))).text).toContain(
      "No one with this name is waiting",
    );
    expect((await as(await makeCreator()).get(adminPaths.waitingContributors())).status).toBe(403);
  });

  test("returns not found for an invalid ID", async () => {
    const [admin, creator, pending] = [as(await makeAdmin()), await makeCreator(), await makePending("Ines")];
    const approval = fillIn(await admin.get(adminPaths.reviewContributor(pending.userId)), "Approve Ines");
    for (const id of ["nobody", "00000000-0000-4000-8000-000000000000", creator.userId, "%00"]) {
      const path = adminPaths.reviewContributor(id);
      expect((await admin.get(path)).status).toBe(404);
      expect((await send(admin, { ...approval, path })).status).toBe(404);
    }
  });
});

describe("pages whose content depends on the account", () => {
  test("pricing reflects the reader's account", async () => {
    const creator = await makeCreator();
    const { text: free, html } = await as(creator).get(paths.pricing());
    expect(free).toContain("You're on Free.");
    expect(free).toContain("Free Your Plan");
    expect(free).toContain("Current Plan");
    expect(html).not.toContain(">Start for free<");
    await subscribe(creator, "pro", 20);
    const pro = (await as(creator).get(paths.pricing())).text;
    expect(pro).toContain("You're on Pro.");
    expect(pro).toContain("Pro Your Plan");
    expect(pro.match(/Your Plan/g)).toHaveLength(1);
    const contributor = (await as(await makeContributor()).get(paths.pricing())).text;
    expect(contributor).toContain("Matchcut is free for you, with no limits.");
    expect(contributor).not.toMatch(/Your Plan|Subscribe|Current Plan|open soon\s+Free/);
    const guest = (await as(null).get(paths.pricing())).text;
    expect(guest).toContain("Every creator starts on Free");
    expect(guest).toContain("Start for free");
    for (const words of ["$24.99 per month", "Save 17%"]) expect(guest).toContain(words);
    const yearly = (await as(null).get(paths.pricing({ billing: "yearly" }))).text;
    expect(yearly).toContain("$249 per year Saves $50.88 a year (17%)");
    expect(yearly).toContain("$749 per year Saves $199 a year (21%)");
  });

  test("a deck says who it shows, and without script has no control that needs it", async () => {
    for (const [make, makeOther, words] of [
      [makeCreator, makeContributor, "service providers"],
      [makeContributor, makeCreator, "creators"],
    ] as const) {
      const viewer = await make({ services: ["Music Producer"] });
      const deck = () => as(viewer).get(paths.discover());
      const alone = await deck();
      expect(alone.text).toContain(
        `No matching ${words} found based on your profile. Update your profile preferences to improve matches.`,
      );
      const other = await makeOther({ services: ["Music Producer"] });
      await db.swipe.create({ data: { actorId: viewer.userId, targetId: other.userId, liked: false } });
      const empty = await deck();
      expect(empty.text).toContain(`No ${words} available right now.`);
      const broken = await whileGone("swipes", deck);
      expect([broken.status, broken.text]).toEqual([
        500,
        expect.stringContaining(`Failed to load ${words}. Please try again later.`),
      ]);
      for (const page of [alone, empty]) {
        expect(page.text).toContain("Like or pass with the buttons. When you both like each other");
        expect(page.text).not.toContain(words === "creators" ? "service providers" : "No creators");
      }
      await db.personListing.deleteMany({ where: { profileId: { in: [viewer.userId, other.userId] } } });
    }
  });

  test("a Like that meets a limit redirects to the deck, which says which limit it was", async () => {
    const [swiper, matcher] = [
      await makeCreator({ services: ["Writer"] }),
      await makeCreator({ services: ["Writer"] }),
    ];
    for (const name of ["Ann", "Bea"])
      await press(
        as(await makeContributor({ name, services: ["Writer"] })),
        paths.profile(matcher.userId),
        "Like",
      );
    const like = async (person: Person) => press(as(person), paths.discover(), "Like");
    const form = fillIn(await as(swiper).get(paths.discover()), "Like");
    await db.userUsage.create({
      data: { userId: swiper.userId, swipeCountToday: 10, lastSwipeReset: new Date() },
    });
    const swiped = await send(as(swiper), form);
    expect(swiped.location).toBe(paths.discover({ limit: "swipes" }));
    expect((await as(swiper).get(swiped.location)).text).toContain("You've used all 10 of today's swipes.");
    expect(await db.swipe.count({ where: { actorId: swiper.userId } })).toBe(0);
    expect((await like(matcher)).location).toMatch(/^\/matches\//);
    const held = await like(matcher);
    expect(held.location).toBe(paths.discover({ limit: "matches" }));
    expect((await as(matcher).get(held.location)).text).toContain(
      "your plan doesn't have room for another match",
    );
  });

  test("a deck is closed while its owner's profile is hidden, even if its page was loaded before that", async () => {
    const viewer = await makeCreator();
    await makeContributor();
    const visitor = as(viewer);
    const like = fillIn(await visitor.get(paths.discover()), "Like");
    await db.user.update({ where: { id: viewer.userId }, data: { profileHiddenAt: new Date() } });
    expect((await send(visitor, like)).location).toBe(paths.discover());
    const closed = await visitor.get(paths.discover());
    expect(closed.text).toContain("Your profile is hidden");
    expect(closed.html).toContain(`href="${paths.ownProfile()}"`);
    expect(closed.html).not.toContain('value="like"');
    expect(await db.swipe.count({ where: { actorId: viewer.userId } })).toBe(0);
  });

  test("a deck says that its owner isn't approved anymore, even if its page was loaded before that", async () => {
    const viewer = await makeContributor();
    await makeCreator();
    const visitor = as(viewer);
    const like = fillIn(await visitor.get(paths.discover()), "Like");
    const undo = await undoReview(await makeAdmin(), viewer.userId);
    expect(undo).toEqual({ ok: true });
    expect((await send(visitor, like)).location).toBe(paths.discover());
    const closed = await visitor.get(paths.discover());
    expect(closed.text).toContain("Your profile isn't approved yet");
    expect(closed.text).not.toContain("no longer available");
    expect(await db.swipe.count({ where: { actorId: viewer.userId } })).toBe(0);
  });

  test("an Undo that's sent twice undoes one swipe, and has the same response both times", async () => {
    const viewer = await makeCreator();
    const [first, second] = [await makeContributor(), await makeContributor()];
    const visitor = as(viewer);
    for (const { userId } of [first, second]) await press(visitor, paths.profile(userId), "Pass");
    const undo = fillIn(await visitor.get(paths.discover()), "Undo last swipe");
    expect(undo.fields).toContainEqual(["undo", second.userId]);
    for (let tap = 0; tap < 2; tap += 1) {
      expect((await send(visitor, undo)).location).toBe(paths.discover());
      expect((await visitor.get(paths.discover())).text).toContain(
        "Swipe undone They're back on top of your deck.",
      );
    }
    // In the last release's pages, Undo doesn't name the person, so it undoes nothing.
    await send(visitor, forge(undo, "undo", "undo"));
    expect((await visitor.get(paths.discover())).text).toContain("That swipe wasn't undone");
    expect(await db.swipe.findMany({ where: { actorId: viewer.userId } })).toMatchObject([
      { targetId: first.userId },
    ]);
  });

  test("an Undo that comes too late says why", async () => {
    const viewer = await makeCreator();
    const [first, second] = [await makeContributor(), await makeContributor()];
    const visitor = as(viewer);
    await press(visitor, paths.profile(first.userId), "Pass");
    const undo = fillIn(await visitor.get(paths.discover()), "Undo last swipe");
    const textAfterUndo = async () => (await visitor.get((await send(visitor, undo)).location)).text;
    await db.$executeRaw`UPDATE swipes SET created_at = created_at - interval '25 hours' WHERE actor_id = ${viewer.userId}::uuid`;
    expect(await textAfterUndo()).toContain(
      "It's too late to undo that swipe You can undo a swipe for one day.",
    );
    const pair = { creatorId: viewer.userId, contributorId: first.userId };
    await db.match.create({ data: pair });
    expect(await textAfterUndo()).toContain("That swipe made a match You can't undo a match.");
    await press(visitor, paths.profile(second.userId), "Pass");
    expect(await textAfterUndo()).toContain("You've swiped since then You can only undo your last swipe.");
    expect(await db.swipe.count({ where: { actorId: viewer.userId } })).toBe(2);
  });

  test("a URL alone can't open a limit's dialog", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor({ name: "Lena Quist" })];
    for (const person of [creator, contributor]) {
      for (const limit of ["swipes", "matches"] as const) {
        const page = await as(person).get(paths.discover({ limit }));
        expect(page.html).not.toContain("<dialog");
      }
    }
    const profile = await as(creator).get(`${paths.profile(contributor.userId)}?limit=saved`);
    expect(profile.html).not.toContain("<dialog");
    await db.userUsage.create({ data: { userId: creator.userId, contributorSaveCount: 5 } });
    const full = await as(creator).get(`${paths.profile(contributor.userId)}?limit=saved`);
    expect(full.text).toContain("Limit Reached");
    const plain = (await as(creator).get(paths.profile(contributor.userId))).text;
    expect(plain).toContain("Your plan doesn't have room for more favorites.");
    expect(plain).not.toContain("Save to Favorites");
    await db.userUsage.update({ where: { userId: creator.userId }, data: { contributorSaveCount: 4 } });
    const last = (await as(creator).get(paths.profile(contributor.userId))).text;
    expect(last).toContain("This is the last favorite your plan allows.");
    expect(last).toContain("Save to Favorites");
    await db.match.create({
      data: { creatorId: creator.userId, contributorId: contributor.userId, held: true },
    });
    const held = await as(creator).get(paths.discover({ limit: "matches" }));
    // Both people's work and their initials come before the words.
    expect(held.html.match(/class="frame half [ab]"/g)).toHaveLength(2);
    expect(held.text).toMatch(/Limit Reached .*LQ \w+ You and Lena Quist like each other, but your plan/);
    expect(held.text).toContain("On the Free plan, this limit never resets. We'll keep your Like");
    await db.userUsage.update({
      where: { userId: creator.userId },
      data: { swipeCountToday: 9, lastSwipeReset: new Date() },
    });
    const other = (await as(creator).get(paths.profile((await makeContributor()).userId))).text;
    expect(other).toContain("This is your last swipe today. Your swipes reset at midnight UTC.");
  });

  test("a name with only spaces is refused with one error", async () => {
    const account = { "Full name": "   ", Email: "spaces@example.com", Password: "violet-harbour-27" };
    const page = await press(as(null), paths.login({ tab: "create" }), "Create Account", account);
    expect(page.status).toBe(400);
    const summary = /role="alert".*?<\/ul>/s.exec(page.html)?.[0] ?? "";
    expect(summary.match(/Please enter your full name/g)).toHaveLength(1);
  });
});
