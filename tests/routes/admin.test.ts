import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { whileBroken, whileGone } from "../support/broken-table";
import { exhaust } from "../support/limits";
import { makeAdmin, makeContributor, makeCreator, type Person, signInAgain } from "../support/people";
import { makeProject } from "../support/projects";
import { as, textOf } from "../support/request";
import { giveFactor } from "../support/second-factor";
import { type Changes, fillIn, forge, press, type Submission, send } from "../support/submitting";

const metricsToken = "metrics-token-of-this-test-only";
const serviceToken = "service-token-of-this-test-only";

let app: Awaited<ReturnType<typeof startApp>>;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: metricsToken, SERVICE_TOKEN: serviceToken } });
  admin = await makeAdmin({ name: "Ada Admin" });
});
afterAll(() => app.stop());

describe("the admin area", () => {
  test("tells members that they can't enter, and hides its navigation from them", async () => {
    const member = as(await makeCreator());
    const pages = [
      paths.admin(),
      adminPaths.audit(),
      adminPaths.subscriptions(),
      adminPaths.refunds(),
      adminPaths.waitingContributors(),
      ...[
        adminPaths.allPeople(),
        adminPaths.allProjects(),
        adminPaths.unsentMails(),
        adminPaths.failedJobs(),
      ],
    ];
    for (const path of pages) {
      const reply = await member.get(path);
      expect(reply.status).toBe(403);
      expect(reply.text).toContain(
        "Access Denied You do not have permission to access this page. This page is restricted to administrators only.",
      );
      expect(reply.html).not.toContain('aria-label="Admin"');
      expect(reply.html).toContain("<title>Access Denied · Matchcut</title>");
    }
    expect((await as(null).get(adminPaths.audit({ act: "x" }))).location).toBe(
      "/?from=%2Fadmin%2Faudit%3Fact%3Dx",
    );
  });

  test("shows what someone wrote before they lost their rights", async () => {
    const [former, { userId }] = [await makeAdmin(), await makeCreator()];
    const written = { "New name": "Ada Renamed", Reason: "They asked for it." };
    const form = fillIn(await as(former).get(adminPaths.person(userId)), "Change name", written);
    await db.user.update({ where: { id: former.userId }, data: { isAdmin: false } });
    const { status, text, html } = await send(as(former), form);
    expect([status, text]).toEqual([403, expect.stringContaining("Access Denied")]);
    for (const typed of Object.values(written)) expect(html).toContain(`>${typed}</`);
  });

  test("shows ten reports of a case, and says if there are more", async () => {
    const reported = await makeCreator({ name: "Rae Reported" });
    const openCase = async (count: number) => {
      const report = (details: string) => ({
        ...{ reportedId: reported.userId, reason: "spam", details },
        snapshot: { title: reported.name, name: reported.name, facts: [] },
      });
      const { id } = await db.reportCase.create({
        data: {
          ...{ kind: "profile", subjectId: reported.userId, reportedId: reported.userId, urgency: 1 },
          ...{ state: "dismissed", decidedAt: new Date(), reasons: ["spam"], reportCount: count },
          reports: { create: Array.from({ length: count }, (_, index) => report(`Number ${index + 1}`)) },
        },
      });
      return (await as(admin).get(adminPaths.decideReport(id))).text;
    };
    const [few, many] = [await openCase(2), await openCase(11)];
    expect(few.match(/Number \d+/g)).toHaveLength(2);
    expect(few).not.toContain("Showing the first");
    expect(few).toContain("From a guest, or someone who has since left, ");
    expect(few).toContain("Rae Reported's history No other reports, warnings or suspensions.");
    expect(many).toMatch(/Rae Reported's history .* \(profile\) Dismissed, /);
    expect(many.match(/Number \d+/g)).toHaveLength(10);
    expect(many).toContain("11 reports");
    expect(many).toContain("Showing the first 10.");
  });

  test("starts with the waiting work, and each page marks its place in the navigation", async () => {
    await makeContributor({ status: "pending" });
    const desk = as(admin);
    expect((await desk.get(paths.dashboard())).html).toContain(`href="${paths.admin()}"`);
    const overview = await desk.get(paths.admin());
    expect((await desk.get(adminPaths.audit())).text).toMatch(/Contributors 1 waiting Contact People/);
    expect(overview.text).toMatch(/1 contributor to review oldest: less than a day/);
    expect(overview.text).toContain("Set up two-step verification. It's optional on this server");
    expect(overview.html).toContain(`href="${paths.setUpFactor({ redirectTo: paths.admin() })}"`);
    expect(overview.text).toMatch(
      /Health .* Database Working PostgreSQL \d+\.\d+\. Last worked .* Email .* Payments/,
    );
    expect(overview.text).toMatch(
      /Processes .* Pages and jobs on \S+ Running Build \w{8}, started .*\. Database connections in use: \d of 8\. Requests waiting for one: 0\./,
    );
    expect(overview.text).toMatch(/Sign-ups\s+\d+\s+\d+ so far this week\./);
    for (const path of [
      paths.admin(),
      adminPaths.audit(),
      adminPaths.refunds(),
      adminPaths.subscriptions(),
      adminPaths.resetUsage(admin.userId),
      ...[
        adminPaths.allPeople(),
        adminPaths.person(admin.userId),
        adminPaths.allProjects(),
        adminPaths.unsentMails(),
      ],
      adminPaths.failedJobs(),
    ]) {
      const [, current] = /aria-label="Admin".*?<a href="([^"]*)" aria-current="page"/s.exec(
        (await desk.get(path)).html,
      ) ?? [undefined, undefined];
      expect(path.startsWith(current ?? "?"), `${path}: ${current}`).toBe(true);
    }
  });
});

test("before a reset, an admin sees the numbers that go back to zero", async () => {
  const [creator, desk] = [await makeCreator(), as(admin)];
  const question = async () => (await desk.get(adminPaths.resetUsage(creator.userId))).text;
  expect(await question()).toContain(`${creator.email}, Free: every count is already zero.`);
  await db.userUsage.upsert({
    where: { userId: creator.userId },
    create: { userId: creator.userId, messageCount: 1, contributorSaveCount: 9, matchCount: 2 },
    update: { messageCount: 1, contributorSaveCount: 9, matchCount: 2 },
  });
  expect(await question()).toContain(
    `${creator.email}, Free: 1 message, 9 saved contributors and 2 matches go back to zero.`,
  );
  await press(desk, adminPaths.resetUsage(creator.userId), "Reset Usage");
  expect(await question()).toContain("every count is already zero.");
});

describe("the audit log", () => {
  test("shows actions with their reasons, and escapes formulas in its CSV file", async () => {
    const person = await makeContributor({ name: '=HYPERLINK("//evil.example")' });
    await recordAdminAction(db, admin, "contributor.reject", person.userId, {
      reason: "-2 <b>of</b> 3",
      before: { status: "pending" },
    });
    const page = await as(admin).get(adminPaths.audit({ person: person.email }));
    expect(page.text).toMatch(/Rejected a contributor .* By Ada Admin/);
    expect(page.text).toContain("Reason -2 <b>of</b> 3 Before status: pending");
    const [, link = ""] = /href="([^"]*audit\.csv[^"]*)"/.exec(page.html) ?? [];
    const file = await as(admin).get(link.replaceAll("&amp;", "&"));
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...rows] = file.html.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(head).toBe(
      "Time (UTC),Action,Admin,Admin email,Admin ID,Person,Person email,Person ID,Reason,Before,After",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,"'=HYPERLINK(""//evil.example"")",${person.email},`);
    expect(rows[0]).toContain(",'-2 <b>of</b> 3,status: pending,");
    expect((await as(admin).get(adminPaths.audit({ person: "nobody@example.com" }))).text).toContain(
      "No matching actions",
    );
  });
});

describe("subscriptions", () => {
  test("are listed, can be searched, and are reset after a confirmation", async () => {
    const creator = await makeCreator({ email: "rita.reset@example.com" });
    await makeProject(creator, { title: "One" });
    const desk = as(admin);
    const search = adminPaths.subscriptions({ q: creator.email });
    const figures = /rita\.reset@example\.com Free n\/a (\d) (\d) (\d) (\d) No Reset Usage/;
    const list = await desk.get(search);
    expect(list.text).toContain("Email Plan Expiration Posts Messages Swipes Saved Matched Actions");
    expect(figures.exec(list.text)?.slice(1)).toEqual(["1", "0", "0", "0"]);
    const [, link = ""] = /href="(\/admin\/subscriptions\/[^"]*)"/.exec(list.html) ?? [];
    const confirm = await desk.get(link);
    expect(confirm.text).toContain("Are you sure you want to reset usage for this user?");
    const reset = fillIn(confirm, "Reset Usage", { Reason: "Asked" });
    const failed = await whileBroken("usage_ledger", "INSERT", () => send(desk, reset));
    expect(failed.status).toBe(500);
    expect(failed.text).toContain(
      "Error resetting usage: There was a problem resetting the user's usage stats.",
    );
    expect(fillIn(failed, "Reset Usage").fields).toEqual(reset.fields);
    expect(await press(desk, failed, "Reset Usage")).toMatchObject({ status: 303, location: search });
    const after = await desk.get(search);
    expect(after.text).toMatch(/Usage reset successful:? Usage has been reset for the Free user\./);
    expect(figures.exec(after.text)?.slice(1)).toEqual(["0", "0", "0", "0"]);
    expect((await desk.get(adminPaths.subscriptions({ q: "nobody", plan: "agency" }))).text).toContain(
      "No subscription data found.",
    );
  });

  test("show zeros if usage can't be read, and an error if the subscriptions themselves can't be read", async () => {
    const creator = await makeCreator();
    await makeProject(creator, { title: "One" });
    const path = adminPaths.subscriptions({ q: creator.email });
    const zeros = await whileGone("user_usage", () => as(admin).get(path));
    expect(zeros.status).toBe(200);
    expect(zeros.text).toMatch(/Free n\/a 0 0 0 0 No/);
    const none = await whileGone("user_subscriptions", () => as(admin).get(path));
    expect(none.status).toBe(500);
    expect(none.text).toContain(
      "Failed to load subscription data Error fetching subscription data: There was a problem retrieving subscription information.",
    );
  });
});

const linkIn = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");

/** The summaries of the open groups that hide a form until it's needed. */
const openDrawers = (html: string) =>
  [...html.matchAll(/<details open=""[^>]*><summary>([^<]*)/g)].map(([, summary]) => summary);

describe("the list of people", () => {
  test("can be searched and exported, and links to a page that helps them without showing what they wrote", async () => {
    const person = await makeContributor({
      name: "=Admin Support",
      email: "sam.named@example.com",
      status: "pending",
    });
    const desk = as(admin);
    const list = await desk.get(adminPaths.allPeople({ q: "=admin", status: "pending" }));
    expect(list.text).toContain("1 person");
    expect(list.text).toMatch(/=Admin Support sam\.named@example\.com Service Provider Free Pending/);
    // A chip adds its filter to the current ones, or removes it.
    expect(list.html).toMatch(/href="\/admin\/people\?q=%3Dadmin" aria-current="true">Pending/);
    expect(list.html).toContain(
      'href="/admin/people?q=%3Dadmin&amp;status=pending&amp;suspended=yes">Suspended',
    );
    const file = await desk.get(linkIn(list.html, /href="([^"]*people\.csv[^"]*)"/));
    expect(file.html).toContain(
      `${person.userId},'=Admin Support,sam.named@example.com,Service Provider,Pending,Free,no,no,`,
    );
    // The CSV file has the header and the only person who was found.
    expect(file.html.trimEnd().split("\r\n")).toHaveLength(2);
    const path = adminPaths.person(person.userId);
    const page = await desk.get(path);
    for (const part of ["Sessions 1, last seen", "No reports about them or by them.", "Nothing counted yet."])
      expect(page.text).toContain(part);
    expect(page.html).not.toContain(person.token);
    const bad = await press(desk, page, "Change name", { "New name": "Sam", Reason: " " });
    expect(bad.status).toBe(400);
    expect(bad.text).toContain("Please say why");
    expect(bad.html).toContain('value="Sam"');
    expect(openDrawers(bad.html)).toEqual(["Change name"]);
    await press(desk, bad, "Change name", { Reason: "Sounds like us." });
    const renamed = await desk.get(path);
    expect(renamed.text).toMatch(/We changed the name on your profile Waiting, .* Changed someone's name/);
    await press(desk, renamed, "Sign out everywhere");
    const signedOut = await desk.get(path);
    expect(signedOut.text).toMatch(/Signed out everywhere.* Sessions None/s);
    expect((await as(person).get(paths.dashboard())).text).toContain("Sign in to access your dashboard");
    const why = {
      "How long?": "7 days",
      "Why?": "Spam or advertising",
      "Message they see when they sign in": "Enough.",
    };
    expect(openDrawers(signedOut.html)).toEqual([]);
    const noLength = await send(desk, forge(fillIn(signedOut, "Suspend", why), "length", ""));
    expect([noLength.status, openDrawers(noLength.html)]).toEqual([400, ["Suspend"]]);
    await press(desk, noLength, "Suspend", why);
    const suspended = await desk.get(path);
    expect(suspended.text).toMatch(/Suspended .* until .*: Spam or advertising\. Enough\./);
    expect((await desk.get(adminPaths.allPeople({ suspended: "yes" }))).text).toContain("Suspended Pending");
    await press(desk, suspended, "Lift suspension");
    const lifted = await desk.get(path);
    expect(lifted.text).not.toContain("Lift suspension");
    expect(lifted.text).not.toContain("not confirmed");

    await giveFactor(await signInAgain(person));
    const { userId } = person;
    const guarded = await desk.get(path);
    expect(guarded.text).toContain("Two-step verification On");
    const proof = { "How do you know it's them?": "We called them." };
    const drop = fillIn(guarded, "Turn off two-step verification", proof);
    const dropped = await desk.get((await send(desk, drop)).location);
    for (const words of [
      "Two-step verification turned off We've let them know by email.",
      "Two-step verification Off",
      "We turned off two-step verification on your Matchcut account Waiting",
    ])
      expect(dropped.text).toContain(words);
    const again = await send(desk, drop);
    expect([again.status, again.text]).toEqual([
      409,
      expect.stringMatching(/Their two-step verification is already off\. .*We called them\./),
    ]);
    await db.user.update({ where: { id: userId }, data: { confirmedAt: null } });
    const open = await desk.get(path);
    expect(open.text).toContain(", not confirmed");
    await press(desk, open, "Resend confirmation link");
    expect((await desk.get(path)).text).toContain("Link sent Earlier links still work.");
    await db.user.update({ where: { id: userId }, data: { confirmedAt: new Date() } });
    await press(desk, open, "Resend confirmation link");
    const confirmed = await desk.get(path);
    expect(confirmed.text).toContain("Nothing changed Their email address is already confirmed.");
    expect(confirmed.text).not.toContain("Resend confirmation link");

    await db.outboxMail.createMany({
      data: Array.from({ length: 10 }, () => ({
        ...{ userId, toAddress: person.email, kind: "match", subject: "A match", textBody: "", htmlBody: "" },
        ...{ eventKey: randomUUID(), createdAt: new Date(2026, 0, 1) },
      })),
    });
    await db.usageLedgerEntry.createMany({
      data: Array.from({ length: 21 }, () => ({
        userId,
        kind: "message" as const,
        amount: 1,
        key: randomUUID(),
      })),
    });
    const page2 = async (shown: string, list: string) =>
      desk.get(
        linkIn(shown, new RegExp(`aria-label="${list}">(?:(?!</nav>).)*href="([^"]*)"[^>]*>Next`, "s")),
      );
    const mails = await page2((await desk.get(path)).html, "Emails");
    expect(mails.path).toMatch(/\?mails=/);
    expect(mails.text).toContain("Emails A match ");
    const both = await page2(mails.html, "Usage");
    expect(both.path).toMatch(/\?ledger=.*&mails=/);
    expect(both.html.match(/>First page</g)).toHaveLength(2);
    expect(both.html).not.toMatch(/>Next</);

    await db.outboxMail.deleteMany({ where: { userId } });
    await db.usageLedgerEntry.deleteMany({ where: { userId } });
    expect((await desk.get(both.path)).text).toMatch(
      /Emails That's everything\. .*Usage That's everything\./,
    );
  });
});

describe("projects", () => {
  test("can be found by title and owner, and link to the project and its reports", async () => {
    const creator = await makeCreator({ name: "Olga Owner" });
    const projectId = await makeProject(creator, { title: "Zebra crossing season" });
    const desk = as(admin);
    for (const q of ["zebra", creator.email, projectId, creator.userId]) {
      const list = await desk.get(adminPaths.allProjects({ q, status: "open" }));
      expect(list.text, q).toMatch(/1 project .* Zebra crossing season Olga Owner Open 0 –/);
      expect(list.html).toContain(`href="${paths.project(projectId)}"`);
    }
    expect((await desk.get(adminPaths.allProjects({ q: "zebra", status: "cancelled" }))).text).toContain(
      "No matching projects",
    );
    const file = await desk.get("/admin/projects.csv?q=zebra");
    expect(file.html).toContain(`${projectId},Zebra crossing season,Open,no,Olga Owner,`);
    await press(desk, adminPaths.person(creator.userId), "Suspend", {
      ...{
        "How long?": "7 days",
        "Why?": "Spam or advertising",
        "Message they see when they sign in": "Enough.",
      },
    });
    expect((await desk.get(adminPaths.allProjects({ q: "zebra" }))).text).toContain(
      "Olga Owner Open, owner suspended 0 –",
    );
  });
});

/** The cells of the table row that contains this text, by their columns. A card's label must name the column, too. */
function cellsOf(html: string, text: string): Record<string, string> {
  const [table = ""] = /<table.*?<\/table>/s.exec(html) ?? [];
  const heads = [...table.matchAll(/<th scope="col">(.*?)<\/th>/gs)].map(([, head = ""]) => textOf(head));
  const row =
    table.split("<tr").find((one) => one.includes("<td") && textOf(`<tr${one}`).includes(text)) ?? "";
  const cells = [...row.matchAll(/<(td|th)([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = "", cell = ""], at) => {
      expect(/data-label="([^"]*)"/.exec(attributes)?.[1] ?? heads[at]).toBe(heads[at]);
      return [heads[at] ?? "", textOf(cell)];
    },
  );
  expect(cells).toHaveLength(heads.length);
  return Object.fromEntries(cells);
}

describe("tables", () => {
  test("show each figure in its own column", async () => {
    const owner = await makeCreator({ name: "Tess Table", email: "tess.table@example.com" });
    const { userId } = owner;
    const projectId = await makeProject(owner, { title: "Table season" });
    const applicant = await makeContributor();
    await db.projectApplication.create({
      data: { projectId, contributorId: applicant.userId, note: "Hello" },
    });
    const used = { messageCount: 2, swipeCountToday: 3, swipesSince: new Date(), contributorSaveCount: 4 };
    await db.userUsage.upsert({ where: { userId }, create: { userId, ...used }, update: used });
    await db.userSubscription.update({ where: { userId }, data: { hasMatchedContributor: true } });
    await db.newsletterSubscriber.create({
      data: { email: owner.email, source: "footer", confirmedAt: new Date(2026, 0, 5) },
    });
    const read = async (path: string, text: string) => cellsOf((await as(admin).get(path)).html, text);
    const q = owner.email;
    expect(await read(adminPaths.subscriptions({ q }), q)).toMatchObject({
      ...{ Email: q, Plan: "Free", Expiration: "n/a" },
      ...{ Posts: "1", Messages: "2", Swipes: "3", Saved: "4", Matched: "Yes" },
    });
    expect(await read(adminPaths.allPeople({ q }), q)).toMatchObject({
      ...{ Name: expect.stringContaining("Tess Table"), Email: q, Type: "Hiring User", Plan: "Free" },
      ...{ State: "–", Joined: expect.stringMatching(/^[A-Z][a-z]{2} \d/) },
    });
    const desk = await read(adminPaths.allPeople({ q: admin.email }), admin.email);
    expect(desk).toMatchObject({ State: "Admin", Type: expect.not.stringContaining("Admin") });
    const none = await as(admin).get(adminPaths.subscribers({ q: "nothing-like-it" }));
    expect(none.text).toContain("No matching addresses");
    expect(await read(adminPaths.allProjects({ q: projectId }), "Table season")).toMatchObject({
      ...{ Title: "Table season", Owner: "Tess Table", Status: "Open", Applications: "1", Reports: "–" },
      Posted: expect.stringMatching(/^[A-Z][a-z]{2} \d/),
    });
    expect(await read(adminPaths.subscribers({ q }), q)).toMatchObject({
      Address: q,
      Since: expect.stringMatching(/^Jan 5/),
    });
  });
});

describe("emails and jobs", () => {
  test("are counted when they fail, and can be retried and stopped", async () => {
    await db.outboxMail.create({
      data: {
        ...{
          toAddress: "x@example.com",
          kind: "match",
          subject: "A failed one",
          textBody: "Secret",
          htmlBody: "Secret",
        },
        ...{ eventKey: "failed", lastError: "TimeoutError", attempts: 3 },
      },
    });
    await db.$executeRaw`SELECT graphile_worker.add_job('office:failed', '{"email": "x@example.com"}', max_attempts := 3)`;
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'Error'`;
    const desk = as(admin);
    const overview = (await desk.get(paths.admin())).text;
    expect(overview).toMatch(
      /1 email that failed to send oldest: .* 1 background job that failed oldest:|background jobs that failed/,
    );
    const list = await desk.get(adminPaths.unsentMails());
    expect(list.text).toMatch(/A failed one to x@example\.com match, .* tried 3 times · TimeoutError/);
    expect(list.html).not.toContain("Secret");
    const nothing = await press(desk, list, "Retry selected");
    expect([nothing.status, nothing.text.includes("Please choose at least one email")]).toEqual([400, true]);
    await press(desk, nothing, "Retry selected", { "A failed one": true });
    expect((await desk.get(adminPaths.unsentMails())).text).toMatch(/Retrying 1 email.* No failed emails/s);
    expect(list.text).toContain(
      "Emails we couldn't send. Most are retried automatically for about 16 hours.",
    );
    const stopping = fillIn(
      await desk.get(adminPaths.unsentMails({ state: "waiting" })),
      "Stop permanently",
      {
        "A failed one": true,
      },
    );
    for (const said of ["Stopped 1 email", "Those emails had already been sent, stopped or retried."])
      expect((await desk.get((await send(desk, stopping)).location)).text).toContain(said);
    expect((await desk.get(adminPaths.audit({ act: "mail.stop" }))).text).toContain("Stopped an email");
    const jobs = await desk.get(adminPaths.failedJobs());
    expect(jobs.text).toMatch(/office:failed .*Tried 3 times/);
    expect(jobs.html).not.toContain("x@example.com");
    const ids = [...jobs.html.matchAll(/name="job" value="(\d+)"/g)].map(([, id = ""]) => id);
    const retried = await press(desk, jobs, "Retry selected", { "office:failed": true });
    expect((await desk.get(retried.location)).text).toContain(
      "Retrying 1 job Jobs that fail again come back here.",
    );
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'Error' WHERE payload->>'email' = 'x@example.com'`;
    const drop = fillIn(jobs, "Drop permanently", { "office:failed": true });
    const others = ids.filter((id) => drop.fields.every(([, value]) => value !== id));
    await send(desk, {
      ...drop,
      fields: [...drop.fields, ...others.map((id): [string, string] => ["job", id])],
    });
    const dropped = ids.length === 1 ? "1 job" : `${ids.length} jobs`;
    expect((await desk.get(adminPaths.failedJobs())).text).toMatch(
      new RegExp(`Dropped ${dropped}\\b.* No failed jobs`, "s"),
    );
    await send(desk, drop);
    expect((await desk.get(adminPaths.failedJobs())).text).toContain("Nothing changed");
  });
});

test("removing a newsletter address refuses a long reason, and is a 404 once it's gone", async () => {
  const { id, email } = await db.newsletterSubscriber.create({
    data: { email: "remove-me@example.com", source: "footer", confirmedAt: new Date() },
  });
  const [desk, place] = [as(admin), adminPaths.removeSubscriber(id)];
  const page = await desk.get(place);
  expect(page.text).toContain(`We'll delete ${email} from the list`);
  const remove = fillIn(page, "Remove", { Reason: "They asked." });
  const tooLong = forge(remove, "reason", "x".repeat(501));
  const refused = await send(desk, tooLong);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("Please use at most 500 characters"),
  ]);
  expect((await send(desk, remove)).location).toBe(adminPaths.subscribers());
  expect((await desk.get(adminPaths.subscribers())).text).toContain("Address removed");
  for (const form of [remove, tooLong]) expect((await send(desk, form)).status).toBe(404);
  expect((await desk.get(place)).status).toBe(404);
});

describe("a message to us", () => {
  test("is closed, reopened and answered once; a second answer is refused with its text", async () => {
    const message = { name: "Gus", email: "gus@example.com", subject: "general", message: "Hello there" };
    const { id } = await db.contactMessage.create({ data: message });
    const [desk, path] = [as(admin), adminPaths.contactMessage(id)];
    const open = await desk.get(path);
    expect(open.text).toContain("gus@example.com");
    expect(open.text).not.toContain("Our reply");
    const badges = async (state: string) =>
      [
        ...(await desk.get(adminPaths.contactInbox({ state }))).html.matchAll(/class="badge[^"]*">([^<]*)/g),
      ].map(([, words]) => words);
    expect(await badges("waiting")).not.toContain("Waiting");
    const reply = fillIn(open, "Send reply", { "Your reply": "Thank you, Gus." });
    await press(desk, open, "Close without replying");
    const closed = await desk.get(path);
    expect(closed.text).toContain("Gus's message closed");
    expect(closed.text).not.toContain("Send reply");
    expect(await badges("handled")).toContain("Closed");
    const late = await send(desk, reply);
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/Another admin has already handled this message.*Thank you, Gus\./);
    await press(desk, closed, "Reopen");
    expect((await desk.get(path)).text).toContain("Message reopened");
    expect((await send(desk, reply)).location).toBe(`${adminPaths.contactInbox()}#main`);
    expect((await desk.get(adminPaths.contactInbox())).text).toContain(
      "Reply sent to Gus Nothing else is waiting.",
    );
    const answered = await desk.get(path);
    expect(answered.text).toContain("Our reply Thank you, Gus.");
    expect(answered.text).not.toMatch(/Send reply|Reopen|Close without/);
  });

  test("adds to the count in the navigation, which ends at 99", async () => {
    const badge = async () =>
      /Contact (\S+) waiting/.exec((await as(admin).get(adminPaths.audit())).text)?.[1];
    const message = { name: "Gus", email: "gus@example.com", subject: "general", message: "Hello there" };
    const { count } = await db.contactMessage.deleteMany({ where: { state: "open" } });
    expect([count >= 0, await badge()]).toEqual([true, undefined]);
    await db.contactMessage.createMany({ data: Array.from({ length: 99 }, () => message) });
    expect(await badge()).toBe("99");
    await db.contactMessage.create({ data: message });
    expect(await badge()).toBe("99+");
    await db.contactMessage.deleteMany({ where: { email: message.email } });
  });
});

describe("deciding a case opens the next one", () => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));
  const names = ["Ann First", "Bea Second", "Cy Third"];
  type Kind = {
    name: string;
    page: (id: string) => string;
    list: string;
    /** Stores a case for each of three people, in the list's order, and returns the IDs. */
    make: () => Promise<string[]>;
    button: (name: string) => string;
    changes?: Changes;
    said: (name: string) => string;
    again: (name: string) => string;
  };
  const creators = () => Promise.all(names.map((name) => makeCreator({ name })));
  const kinds: Kind[] = [
    {
      name: "vetting",
      page: (id) => adminPaths.reviewContributor(id),
      list: adminPaths.waitingContributors(),
      async make() {
        await db.adminNotification.deleteMany();
        const ids = [];
        for (const name of names) ids.push((await makeContributor({ name, status: "pending" })).userId);
        return ids;
      },
      button: (name) => `Approve ${name}`,
      said: (name) => `${name} approved`,
      again: (name) => `Another admin has already approved ${name}.`,
    },
    {
      name: "reports",
      page: (id) => adminPaths.decideReport(id),
      list: adminPaths.reports(),
      async make() {
        const ids = [];
        for (const [index, { userId }] of (await creators()).entries()) {
          // The first case is the newest, but it's first in the list because its report is the most severe.
          const { id } = await db.reportCase.create({
            data: {
              ...{ kind: "profile", subjectId: userId, reportedId: userId, reasons: ["spam"] },
              ...{ urgency: 1 + index, createdAt: at(5 - index) },
            },
          });
          ids.push(id);
        }
        return ids;
      },
      button: () => "Dismiss",
      changes: { "Why?": "It doesn't break the guidelines" },
      said: (name) => `Report about ${name} dismissed`,
      again: () => "This report was already decided.",
    },
    {
      name: "appeals",
      page: adminPaths.decideAppeal,
      list: adminPaths.appeals(),
      async make() {
        const ids = [];
        for (const [index, { userId }] of (await creators()).entries()) {
          const decision = { kind: "warning", decisionId: randomUUID(), words: "No" };
          ids.push((await db.appeal.create({ data: { userId, ...decision, createdAt: at(index) } })).id);
        }
        // This admin gave the warning, so only another one may decide the appeal, and the list skips it.
        const { userId } = await makeCreator();
        const own = { kind: "warning", decisionId: randomUUID(), words: "No", againstId: admin.userId };
        await db.appeal.create({ data: { userId, ...own, createdAt: at(2) } });
        return ids;
      },
      button: () => "Close appeal",
      said: (name) => `${name}'s appeal closed`,
      again: () => "This appeal was already decided.",
    },
    {
      name: "refunds",
      page: adminPaths.decideRefund,
      list: adminPaths.refunds(),
      async make() {
        const ids = [];
        for (const [index, { userId }] of (await creators()).entries()) {
          const { id: paymentId } = await db.payment.create({
            data: {
              ...{ userId, planType: "pro", priceId: "price_x", status: "paid", amountCents: 100 },
              paidAt: at(index),
            },
          });
          const request = { userId, paymentId, amountCents: 100, createdAt: at(index) };
          ids.push((await db.refundRequest.create({ data: request })).id);
        }
        return ids;
      },
      button: () => "Decline",
      changes: { "Note to the customer": "Again.", "They're abusing the guarantee": true },
      said: (name) => `Refund for ${name} declined`,
      again: (name) => `The refund for ${name} has already been decided`,
    },
    {
      name: "contact",
      page: (id) => adminPaths.contactMessage(id),
      list: adminPaths.contactInbox(),
      async make() {
        const ids = [];
        for (const [index, name] of names.entries()) {
          const message = { name, email: "gus@example.com", subject: "general", message: "Hello there" };
          ids.push((await db.contactMessage.create({ data: { ...message, createdAt: at(index) } })).id);
        }
        return ids;
      },
      button: () => "Close without replying",
      said: (name) => `${name}'s message closed`,
      again: () => "Another admin has already handled this message.",
    },
  ];

  test.each(kinds)(
    "$name: for the admin who decided it and for a second one who was too late",
    async (kind) => {
      const { page, list, make, button, changes = {}, said, again } = kind;
      const [one = "", two = "", three = ""] = await make();
      const [first, second] = [as(admin), as(await makeAdmin())];
      const decide = async (
        desk: typeof first,
        shown: Awaited<ReturnType<typeof first.get>>,
        name: string,
      ) => {
        const done = await press(desk, shown, button(name), changes);
        return { done, next: done.location ? await desk.get(done.location) : done };
      };
      const shown = await first.get(page(two));
      expect(shown.text).toContain("2 of 3");
      expect(shown.html).toMatch(
        new RegExp(`rel="prev" href="${page(one)}#case"|href="${page(one)}#case"[^>]*rel="prev"`),
      );
      expect(shown.html).toContain(`href="${page(three)}#case"`);
      const open = await second.get(page(two));

      const { done, next } = await decide(first, shown, "Bea Second");
      expect(done.status).toBe(303);
      expect(done.location).toMatch(new RegExp(`^${page(three)}(\\?decided=${two})?#case$`));
      expect(next.text).toContain(said("Bea Second"));
      expect(next.text).toContain("2 of 2");

      const late = await decide(second, open, "Bea Second");
      expect(late.next.text).toContain(again("Bea Second"));
      // A reply that's too late keeps its text. Without one, the next case follows.
      expect(late.next.html).toContain("Note to the customer" in changes ? ">Again.</" : page(three));

      const last = await decide(first, await first.get(page(three)), "Cy Third");
      expect(last.done.location).toContain(page(one));
      const end = await decide(first, last.next, "Ann First");
      expect(end.done.location).toBe(`${list}#main`);
      expect(end.next.text).toMatch(new RegExp(`${said("Ann First")} .*Nothing else is waiting\\.`));
    },
  );

  const filtered = kinds.filter(({ name }) => ["vetting", "reports", "refunds"].includes(name));
  test.each(filtered)("$name: within the filtered list that the admin came from", async (kind) => {
    const { page, list, make, button, changes = {} } = kind;
    const [one = "", two = "", three = ""] = await make();
    const desk = as(admin);
    const found = `${list}?q=Ann+First`;
    const inList = "?list=q%3DAnn%2BFirst";
    expect((await desk.get(found)).html).toContain(`href="${page(one)}${inList}"`);
    expect((await desk.get(list)).html).toContain(`href="${page(one)}"`);

    const shown = await desk.get(page(two) + inList);
    // The case that's shown counts, even if the filter leaves it out.
    expect(shown.text).toContain("2 of 2");
    expect(shown.html).toContain(`href="${found}"`);
    expect(shown.html).not.toContain(page(three));
    const done = await press(desk, shown, button("Bea Second"), changes);
    expect(done.location).toMatch(new RegExp(`^${page(one)}\\${inList}(&decided=${two})?#case$`));
    const next = await desk.get(done.location ?? "");
    expect(next.text).toContain("1 of 1");
    const end = await press(desk, next, button("Ann First"), changes);
    expect(end.location).toBe(`${found}#main`);
    expect((await desk.get(found)).text).toContain("Nothing else in this list is waiting.");
  });

  test.each([
    ["appeals", "Close appeal", { "Message to Bea Second": "Kind words" }],
    ["refunds", "Refund $1", { "Note to the customer": "Kind words" }],
    [
      "reports",
      "Suspend Bea Second",
      {
        ...{ "How long?": "7 days", "Why?": "Spam or advertising" },
        "Message to Bea Second (shown when they sign in)": "Kind words",
      },
    ],
  ] as [string, string, Changes][])(
    "%s: keeps what an admin wrote if another one decides while the first one confirms it's them",
    async (name, pressed, written) => {
      const kind = kinds.find((one) => one.name === name) as Kind;
      const [, two = ""] = await kind.make();
      const slow = await makeAdmin();
      const desk = as(slow);
      const open = await desk.get(kind.page(two));
      await db.session.update({ where: { id: slow.sessionId }, data: { confirmedAt: new Date(0) } });
      const kept = `${kind.page(two)}?kept=1`;
      expect((await press(desk, open, pressed, written)).location).toBe(
        paths.confirmIdentity({ redirectTo: kept }),
      );
      await press(as(admin), kind.page(two), kind.button("Bea Second"), kind.changes);
      const page = await desk.get(kept);
      expect(page.text).toContain("It wasn't sent. Here's what you wrote:");
      expect(page.html).toContain(">Kind words</textarea>");
    },
  );
});

test("a decision on a report takes effect, is confirmed, and can be undone or lifted from the case", async () => {
  const [reported, other] = [await makeCreator({ name: "Rae Reported" }), await makeCreator()];
  const { id } = await db.reportCase.create({
    data: {
      ...{ kind: "profile", subjectId: reported.userId, reportedId: reported.userId },
      ...{ reasons: ["spam"], urgency: 1 },
    },
  });
  const [desk, path] = [as(await makeAdmin()), adminPaths.decideReport(id)];
  expect((await desk.get(adminPaths.reports())).text).toContain("Untitled Rae Reported's profile: ");
  const why = { "Why?": "Spam or advertising" };
  const suspend = { ...why, "How long?": "7 days" };
  const standing = async () => {
    const users = await db.user.findMany({
      where: { id: { in: [reported.userId, other.userId] } },
      select: { id: true, suspendedAt: true, profileHiddenAt: true },
    });
    const warnings = await db.warning.count({ where: { userId: reported.userId, takenBackAt: null } });
    const isOf = (key: "suspendedAt" | "profileHiddenAt") =>
      users.filter((user) => user[key]).map((user) => user.id);
    return { warnings, hidden: isOf("profileHiddenAt"), suspended: isOf("suspendedAt") };
  };
  const free = { warnings: 0, hidden: [], suspended: [] };
  const { userId } = reported;
  for (const [button, changes, said, then, undo, undone] of [
    [
      "Warn Rae Reported",
      why,
      "Rae Reported warned",
      { ...free, warnings: 1 },
      "Withdraw the unread warning and decide again",
      "Undone The report is open again.",
    ],
    [
      "Hide the profile",
      why,
      "Rae Reported's profile hidden",
      { ...free, hidden: [userId] },
      "Unhide it and decide again",
      "Undone The report is open again.",
    ],
    [
      "Suspend Rae Reported",
      suspend,
      "Rae Reported suspended",
      { ...free, suspended: [userId] },
      "Lift Rae Reported's suspension",
      "They can sign in again",
    ],
  ] as const) {
    const done = await press(desk, path, button, changes);
    expect((await desk.get(done.location)).text).toContain(said);
    expect([button, await standing()]).toEqual([button, then]);
    const back = await press(desk, path, undo);
    expect(back.location).toBe(`${path}#case`);
    expect((await desk.get(back.location)).text).toContain(undone);
    expect([undo, await standing()]).toEqual([undo, free]);
  }
});

test("an act that changes nothing says why", async () => {
  const [desk, other] = [as(admin), await makeAdmin()];
  const [person, waiting] = [await makeContributor({ name: "Pia Person" }), await makeCreator()];
  const said = async (form: Submission) => {
    const reply = await send(desk, form);
    return reply.location ? (await desk.get(reply.location)).text : reply.text;
  };
  const page = await desk.get(adminPaths.person(person.userId));
  const why = "Spam or advertising";
  const suspend = fillIn(page, "Suspend", { "How long?": "7 days", "Why?": why });
  const rename = (name: string) => fillIn(page, "Change name", { "New name": name, Reason: "Asked." });
  const drop = forge(
    ...([fillIn(page, "Change name", { Reason: "Called." }), "act", "drop-factor"] as const),
  );
  const about = (form: Submission, { userId }: Person) => ({ ...form, path: adminPaths.person(userId) });
  expect(await said(about(fillIn(page, "Sign out everywhere"), admin))).toContain(
    "This is your own account. Use your settings instead.",
  );
  expect(await said(about(suspend, other))).toContain("You can't suspend an admin.");
  expect(await said(about(drop, other))).toContain("use the command line: npm run admin -- drop-factor");
  expect(await said(rename(person.name))).toContain("That's already their name.");
  const changed = rename("Pia Renamed");
  await db.profile.update({ where: { id: person.userId }, data: { fullName: "Pia New" } });
  expect(await said(changed)).toMatch(/Their name changed after you opened this page\. .*Pia Renamed/);
  await db.user.update({ where: { id: waiting.userId }, data: { confirmedAt: null } });
  const resend = fillIn(await desk.get(adminPaths.person(waiting.userId)), "Resend confirmation link");
  await exhaust("confirmation-mail", waiting.userId);
  expect(await said(resend)).toContain("They've been sent five links today. Please try again tomorrow.");
  await said(forge(suspend, "length", "30"));
  const lift = fillIn(await desk.get(adminPaths.person(person.userId)), "Lift suspension");
  expect(await said(suspend)).toContain("They're already suspended for at least that long.");
  expect(await said(lift)).toContain("Suspension lifted");
  expect(await said(lift)).toContain("They're no longer suspended.");

  const openCase = async (reportedId: string, kind = "profile", subjectId = reportedId) => {
    const about = { kind, subjectId, reportedId, reasons: ["spam"], urgency: 1 };
    return (await db.reportCase.create({ data: about })).id;
  };
  const decide = async (id: string, button: string) =>
    fillIn(await desk.get(adminPaths.decideReport(id)), button, { "Why?": why });
  const gone = await openCase(person.userId, "project", randomUUID());
  expect(await said(await decide(gone, "Hide the project"))).toContain("What was reported no longer exists.");
  const [id, onAdmin] = [await openCase(person.userId), await openCase(other.userId)];
  const warn = await decide(id, "Warn Pia New");
  expect(await said({ ...warn, path: adminPaths.decideReport(onAdmin) })).toContain(
    "You can't warn or suspend an admin.",
  );
  await said(warn);
  const undo = fillIn(
    await desk.get(adminPaths.decideReport(id)),
    "Withdraw the unread warning and decide again",
  );
  await db.warning.updateMany({ where: { userId: person.userId }, data: { readAt: new Date() } });
  expect(await said(undo)).toContain("They've already read the warning, so you can't withdraw it here");
  expect(await said({ ...undo, path: adminPaths.decideReport(onAdmin) })).toContain(
    "This kind of decision can't be undone here.",
  );
  await said(await decide(onAdmin, "Hide the profile"));
  await openCase(other.userId);
  expect(await said({ ...undo, path: adminPaths.decideReport(onAdmin) })).toContain(
    "There's a newer report about the same thing. Review that one instead.",
  );

  const { id: decisionId } = await db.warning.findFirstOrThrow({ where: { userId: person.userId } });
  const appealed = { userId: person.userId, kind: "warning", decisionId, words: "No" };
  const inForce = await db.appeal.create({ data: { ...appealed, againstId: other.userId } });
  const deny = fillIn(await desk.get(adminPaths.decideAppeal(inForce.id)), "Deny");
  expect(await said(forge(deny, "outcome", "close"))).toContain(
    "The decision is still in effect. Grant the appeal or deny it.",
  );
  await db.appeal.update({ where: { id: inForce.id }, data: { againstId: admin.userId } });
  expect(await said(deny)).toContain("You made the decision, so another admin has to review the appeal.");
  await db.warning.update({ where: { id: decisionId }, data: { takenBackAt: new Date() } });
  await db.appeal.update({ where: { id: inForce.id }, data: { againstId: null } });
  expect(await said(deny)).toContain("The decision is no longer in effect. Close the appeal instead.");
});

test("an admin can't decide their own refund", async () => {
  const [own, other] = [await makeAdmin(), await makeAdmin()];
  const { id: paymentId } = await db.payment.create({
    data: {
      userId: own.userId,
      planType: "pro",
      priceId: "price_x",
      status: "paid",
      amountCents: 100,
      paidAt: new Date(),
    },
  });
  const { id } = await db.refundRequest.create({ data: { userId: own.userId, paymentId, amountCents: 100 } });
  const decline = { "Note to the customer": "Again.", "They're abusing the guarantee": true };
  const decide = (person: Person) => press(as(person), adminPaths.decideRefund(id), "Decline", decline);
  const state = async () => (await db.refundRequest.findUniqueOrThrow({ where: { id } })).status;
  const refused = await decide(own);
  expect([refused.status, await state()]).toEqual([403, "requested"]);
  expect(refused.text).toContain("This refund is yours, so another admin has to decide.");
  expect([(await decide(other)).status, await state()]).toEqual([303, "declined"]);
});

test("a note about a contributor is stored for other admins, and one that's too long stays in the form", async () => {
  const person = await makeContributor({ status: "pending" });
  const [desk, page] = [as(admin), adminPaths.reviewContributor(person.userId)];
  const note = { "Note for other admins": "Asked for a newer reel." };
  const form = fillIn(await desk.get(page), "Save note", note);
  const long = await send(desk, forge(form, "note", "x".repeat(2_001)));
  expect([long.status, long.html.includes("x".repeat(2_001))]).toEqual([400, true]);
  expect((await desk.get((await send(desk, form)).location)).text).toContain("Note saved");
  expect((await as(await makeAdmin()).get(page)).text).toContain("Asked for a newer reel.");
  const elsewhere = adminPaths.reviewContributor((await makeContributor({ status: "pending" })).userId);
  expect((await desk.get(elsewhere)).text).not.toContain("newer reel");
});

describe("metrics for Prometheus", () => {
  const scrape = (Authorization?: string) =>
    as(null).get(sitePaths.metrics(), { headers: { Authorization, "Sec-Fetch-Site": undefined } });

  test("need the token, and count requests by route instead of URL", async () => {
    await as(admin).get(adminPaths.person(admin.userId));
    for (const wrong of [undefined, "Bearer", "Bearer x", `Basic ${metricsToken}`, `Bearer ${metricsToken}x`])
      expect((await scrape(wrong)).status).toBe(401);
    const numbers = await scrape(`Bearer ${metricsToken}`);
    expect(numbers.status).toBe(200);
    expect(numbers.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      /^matchcut_requests_total\{route="admin\/people\.\$personId",status="2xx"\} [1-9]/m,
      /^matchcut_requests_total\{route="metrics",status="4xx"\} 5$/m,
      /^matchcut_request_seconds_bucket\{le="10",route="admin\/people\.\$personId"\} [1-9]/m,
      /^matchcut_database_connections\{pool="pages",state="waiting"\} \d/m,
      /^matchcut_event_streams 0$/m,
      /^matchcut_queue_depth\{queue="mails_failed"\} \d/m,
      /^matchcut_queue_oldest_seconds\{queue="jobs"\} \d/m,
    ])
      expect(numbers.html).toMatch(line);
    expect(numbers.html).not.toContain(admin.userId);
  });
});

describe("POST /api/send-notification-email", () => {
  const path = sitePaths.sendNotificationEmail();
  const post = (
    body: unknown,
    headers: Record<string, string | undefined> = {},
    person: Person | null = null,
  ) =>
    as(person).send("POST", path, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...headers },
    });
  const service = { Authorization: `Bearer ${serviceToken}`, "Sec-Fetch-Site": undefined };

  test("accepts an admin's session or the service's token, and only addresses of that user or of admins", async () => {
    const person = await makeContributor();
    const mail = {
      to: person.email,
      subject: "You are in",
      message: "One.\n\nTwo.",
      type: "contributor_status",
      userId: person.userId,
    };
    expect((await post(mail, service)).status).toBe(202);
    expect((await post({ ...mail, subject: "Again" }, {}, admin)).status).toBe(202);
    expect(
      (await post({ to: admin.email, subject: "Look", message: "x", type: "admin_notification" }, service))
        .status,
    ).toBe(202);
    expect(
      await db.outboxMail.findMany({ where: { userId: person.userId }, orderBy: { createdAt: "asc" } }),
    ).toMatchObject([
      { subject: "You are in", toAddress: person.email, kind: "contributor_status" },
      { subject: "Again" },
    ]);
    expect(await db.auditEntry.findMany({ where: { subjectId: person.userId } })).toMatchObject([
      { action: "mail.send", actorId: admin.userId, details: { after: { subject: "Again" } } },
    ]);
    const other = await makeCreator();
    const statuses = async (bodies: unknown[]) =>
      Promise.all(bodies.map(async (body) => (await post(body, service)).status));
    expect(
      await statuses([
        { ...mail, to: other.email },
        { ...mail, userId: undefined },
        { ...mail, to: "nobody@example.com" },
        { ...mail, userId: other.userId },
      ]),
    ).toEqual([403, 403, 403, 403]);
    expect(
      await statuses([
        ...["{", "[]", "null", { ...mail, type: "news" }, { ...mail, to: "x" }, { ...mail, subject: "a\nb" }],
        ...[
          { ...mail, message: "" },
          { ...mail, message: "\0" },
          { ...mail, userId: "x" },
        ],
      ]),
    ).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 400]);
    expect((await post(mail, { "Content-Type": "text/plain" }, admin)).status).toBe(400);
    expect((await post(mail)).status).toBe(401);
    expect((await post(mail, { Authorization: "Bearer wrong", "Sec-Fetch-Site": undefined })).status).toBe(
      401,
    );
    expect((await post(mail, {}, person)).status).toBe(403);
    // Refuses requests from another site's page, and from a browser that doesn't say where they come from.
    expect((await post(mail, { "Sec-Fetch-Site": "cross-site" }, admin)).status).toBe(403);
    expect((await post(mail, { "Sec-Fetch-Site": undefined }, admin)).status).toBe(403);
    expect(await db.outboxMail.count({ where: { userId: person.userId } })).toBe(2);
    const burst = await statuses(Array.from({ length: 40 }, () => mail));
    expect(burst).toContain(429);
    expect(burst.filter((status) => status === 202).length).toBeLessThanOrEqual(30);
  });
});

describe("npm run admin", () => {
  const script = fileURLToPath(new URL("../../build/admin.js", import.meta.url));
  /** Runs the built command with the server's environment, as in production. */
  const run = (args: string[], env: NodeJS.ProcessEnv = process.env) =>
    new Promise<{ code: number; text: string }>((done) => {
      execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
        done({ code: error ? Number(error.code) : 0, text: stdout + stderr });
      });
    });

  test("grants and revokes admin rights, and explains what it refuses", async () => {
    const person = await makeCreator();
    const granted = await run(["grant", person.email]);
    expect([granted.code, granted.text]).toEqual([
      0,
      expect.stringContaining(`${person.email} is now an admin.`),
    ]);
    // The session began before the grant, and has the rights without signing in again.
    expect((await as(person).get(paths.admin())).status).toBe(200);
    expect((await as(person).get(adminPaths.audit({ person: person.userId }))).text).toMatch(
      /Made someone an admin .* By the command line/,
    );
    const refused = await Promise.all([
      run(["grant", "nobody@example.com"]),
      run(["grant"]),
      run(["promote", person.email]),
      run(["grant", person.email], { ...process.env, SESSION_SECRET: "" }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(refused[0]?.text).toContain("nobody@example.com doesn't have an account");
    expect(refused[1]?.text).toContain("Usage: npm run admin -- grant <email>");
    expect(refused[3]?.text).toContain("SESSION_SECRET is missing");
    expect((await run(["revoke", person.email])).text).toContain(`${person.email} is no longer an admin.`);
    expect((await as(person).get(paths.admin())).status).toBe(403);
  });
});
