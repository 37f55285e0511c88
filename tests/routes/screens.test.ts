import "../support/stripe";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { seedDemo } from "../../prisma/seed";
import { demoPassword } from "../../prisma/seed/logins";
import { newcomer, type Screen, screens } from "../../scripts/screens";
import { startApp } from "../support/app";
import { expectApproved } from "../support/approved-pages";
import { as, type Reply, type Visitor } from "../support/request";
import { press } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  await seedDemo(process.env.DATABASE_URL ?? "");
  // Everyone's clock shows noon, so that what was today or yesterday doesn't depend on when the test runs. The signs in
  // these zones' names are reversed.
  const ahead = 12 - new Date().getUTCHours();
  const timeZone = ahead === 0 ? "Africa/Abidjan" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  await db.user.updateMany({ data: { timeZone } });
  // Everyone is in the same part of their billing month.
  const day = 86_400_000;
  const period = {
    currentPeriodStart: new Date(Date.now() - 20 * day),
    currentPeriodEnd: new Date(Date.now() + 8 * day),
  };
  await db.userSubscription.updateMany({ data: period });
  app = await startApp();
});
afterAll(() => app.stop());

async function signIn(email: string): Promise<Visitor> {
  const visitor = as(null);
  const known = { Email: email, Password: demoPassword };
  await (email === newcomer
    ? press(visitor, paths.login({ tab: "create" }), "Create Account", {
        ...known,
        "Full name": "Nell Newcomb",
      })
    : press(visitor, paths.login(), "Sign In", known));
  // Shows the toast that greets people.
  await visitor.get(paths.settings());
  return visitor;
}

async function open(visitor: Visitor, { path, link }: Screen): Promise<Reply> {
  const page = await visitor.get(path);
  if (!link) return page;
  const links = [...page.html.matchAll(/ href="([^"#]+)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const next = links.find((href) => link.test(new URL(href, app.origin).pathname));
  expect(next, `a link like ${link} at ${path}`).toBeDefined();
  return visitor.get(next ?? "");
}

/**
 * Screens that can't be compared: emails and parts without a page, which have tests of their own; pages that count by
 * week or month; and a list in the order of IDs, which are random in the demo.
 */
const isLeftOut = /^(mail|kit)-|^(creator-dashboard(-free)?|analytics|admin-(overview|subscriptions))$/;
/** Some screens are in states that only a browser can reach. */
const pages = screens.filter(
  ({ name, act, before, needsScript }) => !act && !before && !needsScript && !isLeftOut.test(name),
);

test("each of the demo's screens says what was approved", async () => {
  const visitors = new Map<string | undefined, Visitor>([[undefined, as(null)]]);
  for (const screen of pages) {
    const visitor = visitors.get(screen.as) ?? (await signIn(screen.as ?? ""));
    visitors.set(screen.as, visitor);
    const reply = await open(visitor, screen);
    await expectApproved(`screens/${screen.name}`, [[screen.path, reply]], { isWhole: true });
  }
  const names = pages.map(({ name }) => `${name}.txt`);
  expect(readdirSync("tests/approved/screens").filter((file) => !names.includes(file))).toEqual([]);
});
