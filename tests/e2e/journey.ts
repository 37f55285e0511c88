import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { hash } from "@node-rs/argon2";
import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import pg from "pg";

export const password = "violet-harbour-27";
/** Cheap: password hashing is not under test. */
const passwordHash = hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });

interface Fixtures {
  sql: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;
  /** No axe violation, nothing wider than the window. */
  look: (page?: Page) => Promise<void>;
  /** Fails the journey if a page's script throws, even if the page keeps working. */
  noScriptErrors: undefined;
}

/** Against the product with Ably. */
export const isOverAbly = (info: TestInfo) => info.project.name.startsWith("ably");

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  baseURL: async ({}, use, info) =>
    use(isOverAbly(info) ? process.env.ABLY_PRODUCT_URL : process.env.PRODUCT_URL),
  // biome-ignore lint/correctness/noEmptyPattern: likewise
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": `fd00:0:0:${randomUUID().slice(0, 4)}::1` }),
  // biome-ignore lint/correctness/noEmptyPattern: likewise
  sql: async ({}, use, info) => {
    const { ABLY_PRODUCT_DATABASE_URL, PRODUCT_DATABASE_URL } = process.env;
    const client = new pg.Client({
      connectionString: isOverAbly(info) ? ABLY_PRODUCT_DATABASE_URL : PRODUCT_DATABASE_URL,
    });
    await client.connect();
    await use(async (text, values) => (await client.query(text, values)).rows);
    await client.end();
  },
  noScriptErrors: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on("weberror", (event) => broken.push(`${event.page()?.url()}: ${event.error().message}`));
      await use(undefined);
      expect(broken, "no uncaught error in a page").toEqual([]);
    },
    { auto: true },
  ],
  look: async ({ page: own, javaScriptEnabled }, use) => {
    await use(async (page = own) => {
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWider, "nothing is wider than the window").toBe(false);
      // axe needs script; pages without have the same markup.
      if (!javaScriptEnabled) return;
      // Contrast is wrong while elements fade in.
      await page.evaluate(() =>
        Promise.allSettled(document.getAnimations().map((motion) => motion.finished)),
      );
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target).join(", ")}`),
      ).toEqual([]);
    });
  },
});

export { expect };

export const newAddress = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}@example.com`;

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  // With script the URL changes a moment before the page.
  await expect(page.locator("form[action='/logout']").first()).toBeAttached();
}

/** With one service, listed if approved. Returns the id. */
export async function makeContributor(
  sql: Fixtures["sql"],
  person: { name: string; email: string; service: string; status?: string },
): Promise<string> {
  const status = person.status ?? "approved";
  const [user] = await sql(
    `WITH u AS (INSERT INTO users (email, password_hash) VALUES ($1, $2) RETURNING id),
          p AS (INSERT INTO profiles (id, full_name, user_type, completed_at) SELECT id, $3, 'contributor', now() FROM u RETURNING id),
          k AS (INSERT INTO contributor_profiles (id, status) SELECT id, $4::contributor_status FROM p RETURNING id)
     INSERT INTO contributor_services (contributor_id, service_id)
     SELECT k.id, s.id FROM k, services s WHERE s.name = $5 RETURNING contributor_id AS id`,
    [person.email, await passwordHash, person.name, status, person.service],
  );
  const id = user?.id ?? "";
  if (status === "approved") {
    await sql(
      `INSERT INTO profile_listings (user_type, service_id, seq, profile_id)
       SELECT 'contributor', x, nextval('profile_listing_seq'), $1 FROM unnest(ARRAY[0, (SELECT id FROM services WHERE name = $2)]) x`,
      [id, person.service],
    );
  } else {
    await sql(
      `INSERT INTO admin_notifications (type, user_id, message)
       VALUES ('contributor_approval', $1, 'New contributor account pending approval')`,
      [id],
    );
  }
  return id;
}

/** Needs one service. Returns the id. */
export async function makeCreator(
  sql: Fixtures["sql"],
  person: { name: string; email: string; service: string; isAdmin?: boolean },
): Promise<string> {
  const [user] = await sql(
    `WITH u AS (INSERT INTO users (email, password_hash, is_admin) VALUES ($1, $2, $5) RETURNING id),
          p AS (INSERT INTO profiles (id, full_name, user_type, completed_at) SELECT id, $3, 'creator', now() FROM u RETURNING id),
          k AS (INSERT INTO creator_profiles (id) SELECT id FROM p RETURNING id)
     INSERT INTO creator_services_needed (creator_id, service_id)
     SELECT k.id, s.id FROM k, services s WHERE s.name = $4 RETURNING creator_id AS id`,
    [person.email, await passwordHash, person.name, person.service, person.isAdmin ?? false],
  );
  return user?.id ?? "";
}

/** Waits for the next step. */
export async function nextStep(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Next", exact: true }).click();
}

/** On the page 'Create Your Account'. */
export async function createAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
