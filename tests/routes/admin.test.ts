import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordAct } from "~/features/accounts/auditing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken, whileGone } from "../support/broken-table";
import { makeAdmin, makeContributor, makeCreator, type Person } from "../support/people";
import { makeProject } from "../support/projects";
import { as } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin({ name: "Ada Admin" });
});
afterAll(() => app.stop());

describe("the admin area", () => {
  test("says to members that they may not enter, without its navigation", async () => {
    const member = as(await makeCreator());
    const pages = [
      paths.admin(),
      paths.audit(),
      paths.subscriptions(),
      paths.refunds(),
      paths.waitingContributors(),
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
    expect((await as(null).get(paths.audit({ act: "x" }))).location).toBe(
      "/?from=%2Fadmin%2Faudit%3Fact%3Dx",
    );
  });

  test("begins with what waits, and each page names its place", async () => {
    await makeContributor({ status: "pending" });
    const desk = as(admin);
    expect((await desk.get(paths.dashboard())).html).toContain(`href="${paths.admin()}"`);
    const overview = await desk.get(paths.admin());
    expect(overview.text).toMatch(/1 contributor waits for review · oldest: less than a day/);
    expect(overview.text).toContain("Set up a second factor. Here you may go on without it");
    expect(overview.text).toMatch(/Sign-ups \d+ in 12 weeks, \d+ in this one\./);
    for (const path of [
      paths.admin(),
      paths.audit(),
      paths.refunds(),
      paths.subscriptions(),
      paths.resetUsage(admin.userId),
    ]) {
      const [, current] = /aria-label="Admin".*?<a href="([^"]*)" aria-current="page"/s.exec(
        (await desk.get(path)).html,
      ) ?? [undefined, undefined];
      expect(path.startsWith(current ?? "?"), `${path}: ${current}`).toBe(true);
    }
  });
});

describe("the audit log", () => {
  test("shows acts with their reasons, and saves them so that no spreadsheet runs them", async () => {
    const person = await makeContributor({ name: '=HYPERLINK("//evil.example")' });
    await recordAct(db, admin, "contributor.reject", person.userId, {
      reason: "-2 <b>of</b> 3",
      before: { status: "pending" },
    });
    const page = await as(admin).get(paths.audit({ person: person.email }));
    expect(page.text).toMatch(/Rejected a contributor .* By Ada Admin/);
    expect(page.text).toContain("Reason -2 <b>of</b> 3 Before status: pending");
    const [, link = ""] = /href="([^"]*audit\.csv[^"]*)"/.exec(page.html) ?? [];
    const file = await as(admin).get(link.replaceAll("&amp;", "&"));
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...rows] = file.html.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(head).toBe(
      "Time (UTC),Act,Admin,Admin email,Admin id,Person,Person email,Person id,Reason,Before,After",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,"'=HYPERLINK(""//evil.example"")",${person.email},`);
    expect(rows[0]).toContain(",'-2 <b>of</b> 3,status: pending,");
    expect((await as(admin).get(paths.audit({ person: "nobody@example.com" }))).text).toContain(
      "No acts match this",
    );
  });
});

describe("subscriptions", () => {
  test("are listed, found, and reset after a confirmation", async () => {
    const creator = await makeCreator({ email: "rita.reset@example.com" });
    await makeProject(creator, { title: "One" });
    const desk = as(admin);
    const search = paths.subscriptions({ q: creator.email });
    const figures = /rita\.reset@example\.com Free n\/a (\d) (\d) (\d) (\d) No Reset Usage/;
    const list = await desk.get(search);
    expect(list.text).toContain("Email Plan Expiration Posts Messages Swipes Saved Matched Actions");
    expect(figures.exec(list.text)?.slice(1)).toEqual(["1", "0", "0", "0"]);
    const [, link = ""] = /href="(\/admin\/subscriptions\/[^"]*)"/.exec(list.html) ?? [];
    const confirm = await desk.get(link);
    expect(confirm.text).toContain("Are you sure you want to reset usage for this user?");
    const [, key = ""] = /name="key" value="([^"]*)"/.exec(confirm.html) ?? [];
    const failed = await whileBroken("usage_ledger", "INSERT", () =>
      desk.post(link, { key, reason: "Asked" }),
    );
    expect(failed.status).toBe(500);
    expect(failed.text).toContain(
      "Error resetting usage: There was a problem resetting the user's usage stats.",
    );
    expect(failed.html).toContain(`name="key" value="${key}"`);
    expect(await desk.post(link, { key, reason: "Asked" })).toMatchObject({ status: 303, location: search });
    const after = await desk.get(search);
    expect(after.text).toMatch(/Usage reset successful:? Usage has been reset for the Free user\./);
    expect(figures.exec(after.text)?.slice(1)).toEqual(["0", "0", "0", "0"]);
    expect((await desk.get(paths.subscriptions({ q: "nobody", plan: "agency" }))).text).toContain(
      "No subscription data found.",
    );
  });

  test("show zeros if usage cannot be read, and say so if they cannot be read themselves", async () => {
    const creator = await makeCreator();
    await makeProject(creator, { title: "One" });
    const path = paths.subscriptions({ q: creator.email });
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

describe("npm run admin", () => {
  const script = fileURLToPath(new URL("../../build/admin.js", import.meta.url));
  /** As in production: from the build, with the server's environment. */
  const run = (args: string[], env: NodeJS.ProcessEnv = process.env) =>
    new Promise<{ code: number; text: string }>((done) => {
      execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
        done({ code: error ? Number(error.code) : 0, text: stdout + stderr });
      });
    });

  test("grants and takes the right, and explains what it refuses", async () => {
    const person = await makeCreator();
    const granted = await run(["grant", person.email]);
    expect([granted.code, granted.text]).toEqual([
      0,
      expect.stringContaining(`${person.email} is now an admin.`),
    ]);
    // In a session that was there before.
    expect((await as(person).get(paths.admin())).status).toBe(200);
    expect((await as(person).get(paths.audit({ person: person.userId }))).text).toMatch(
      /Gave the admin right .* By the command line/,
    );
    const refused = await Promise.all([
      run(["grant", "nobody@example.com"]),
      run(["grant"]),
      run(["promote", person.email]),
      run(["grant", person.email], { ...process.env, SESSION_SECRET: "" }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(refused[0]?.text).toContain("nobody@example.com has no account here");
    expect(refused[1]?.text).toContain("Usage: npm run admin -- grant <email>");
    expect(refused[3]?.text).toContain("SESSION_SECRET is missing");
    expect((await run(["revoke", person.email])).text).toContain(`${person.email} is no longer an admin.`);
    expect((await as(person).get(paths.admin())).status).toBe(403);
  }, 30_000);
});
