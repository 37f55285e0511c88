import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { picture, video } from "../support/sample-files";
import { expect, makeContributor, makeCreator, newAddress, newMark, signIn, test } from "./journey";

/** No other journey uses these services, so their decks contain only these journeys' people. */
const serviceOf: Record<string, string> = {
  "js-phone": "Automation Specialist",
  "js-desktop": "Product Manager",
  "no-js-phone": "No-Code Builder",
  "no-js-desktop": "Paid Ads Manager",
  "balanced-js-desktop": "Product Manager",
  "balanced-no-js-phone": "No-Code Builder",
};

// The second journey continues with the portfolio that the first one has built, because processing its files takes a
// while.
test.describe.configure({ mode: "serial" });
const mark = newMark();
let id: string;

test("a contributor adds a picture, a video and a link to their work, and arranges them", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}, info) => {
  const service = serviceOf[info.project.name] ?? "";
  const email = newAddress("work");
  id = await makeContributor(sql, { name: `Wren ${mark}`, email, service, status: "pending" });
  const files = join(tmpdir(), `matchcut-journey-${mark}`);
  await writeFile(`${files}.png`, await picture(1_200, 800).png().toBuffer());
  // The file is larger than a megabyte, so script uses a resumable upload.
  await writeFile(
    `${files}.webm`,
    Buffer.concat([Buffer.from(await video()), Buffer.alloc(2 ** 20 + 2 ** 19)]),
  );
  await signIn(page, email);

  await test.step("a picture is added after a refusal that keeps what was typed", async () => {
    await page.goto("/profile");
    await expect(page.getByText("Show what you've made")).toBeVisible();
    await look();
    await page.getByRole("link", { name: "Add a sample", exact: true }).click();
    await page.getByLabel("Title").fill("A poster");
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name: "poster.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await page.getByRole("button", { name: "Add to your work" }).click();
    await expect(page.getByText(/^This isn't a picture/).first()).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("A poster");
    await look();
    await page.getByLabel("Choose a file").setInputFiles(`${files}.png`);
    await page.getByRole("button", { name: "Add to your work" }).click();
    await expect(page.getByText("Added to your work")).toBeVisible();
    await expect(page.getByText("1 of 12 samples.")).toBeVisible();
  });

  await test.step("a video and a link follow, and a form that's refused for another reason doesn't ask for the video again", async () => {
    await page.goto("/profile/work/new");
    const [title, madeOn] = [page.getByLabel("Title"), page.getByLabel("Date made")];
    const add = page.getByRole("button", { name: "Add to your work" });
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
    await page.getByText("Your role, service and date").click();
    await page.getByLabel("Your role").fill("Edit and color");
    if (javaScriptEnabled) {
      // While a file is uploading, the page says why the server refuses it.
      const quota = 2 ** 31;
      await sql(`UPDATE media SET bytes = bytes + ${quota} WHERE owner_id = $1`, [id]);
      await page.getByLabel("Choose a file").setInputFiles(`${files}.webm`);
      await expect(page.getByRole("alert")).toContainText("This file doesn't fit in your 2 GB of storage");
      await sql(`UPDATE media SET bytes = bytes - ${quota} WHERE owner_id = $1`, [id]);
      await page.getByRole("button", { name: /^Remove / }).click();
    }
    await page.getByLabel("Choose a file").setInputFiles(`${files}.webm`);
    if (javaScriptEnabled) await expect(title).toBeFocused();
    if (javaScriptEnabled) await expect(title).not.toHaveValue("");
    await title.fill("A trailer");
    await madeOn.fill("2999-01-01");
    await add.click();
    await expect(page.getByText("Please enter a date from 1950 to today").first()).toBeVisible();
    expect(sent).toHaveLength(javaScriptEnabled ? 1 : 0);
    await look();
    await madeOn.fill("2020-02-02");
    if (!javaScriptEnabled) await page.getByLabel("Choose a file").setInputFiles(`${files}.webm`);
    await add.click();
    await expect(page.getByText("2 of 12 samples.")).toBeVisible();
    expect(sent).toHaveLength(javaScriptEnabled ? 1 : 0);
    await page.getByRole("link", { name: "Add a link", exact: true }).click();
    await page.getByLabel("Link", { exact: true }).fill("example.com/reel");
    await page.getByLabel("Title").fill("A reel");
    await page.getByRole("button", { name: "Add to your work" }).click();
    await expect(page.getByText("3 of 12 samples.")).toBeVisible();
    await look();
  });

  await test.step("the contributor chooses the order, the cover and what to remove", async () => {
    const titles = page.locator(".mines > li");
    const menuOf = (title: string) => page.locator("summary", { hasText: `More for ${title}` });
    await menuOf("A trailer").click();
    await page.getByRole("button", { name: "Move up A trailer" }).click();
    await expect(titles.first()).toContainText("A trailer");
    await expect(page.locator(".grab")).toHaveCount(javaScriptEnabled ? 3 : 0);
    if (javaScriptEnabled) {
      await expect(titles.nth(2)).toContainText("A reel");
      await storing(page, () => drag(page, 2, 0));
      await expect(titles.first()).toContainText("A reel");
      await storing(page, () => drag(page, 0, 2));
      await expect(titles.nth(2)).toContainText("A reel");
      await page.reload();
      await expect(titles.nth(2)).toContainText("A reel");
    }
    await menuOf("A poster").click();
    await page.getByRole("button", { name: "Use as cover A poster" }).click();
    await expect(titles.filter({ hasText: "A poster" })).toContainText("Your cover");
    await menuOf("A reel").click();
    await page.getByRole("button", { name: "Remove A reel" }).click();
    await expect(page.getByText("2 of 12 samples.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("3 of 12 samples.")).toBeVisible();
    await menuOf("A trailer").click();
    await page.getByRole("link", { name: "Edit A trailer" }).click();
    await page.getByLabel("Picture").setInputFiles(`${files}.png`);
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(page.getByRole("button", { name: "Remove picture" })).toBeVisible();
    await look();
  });

  await Promise.all([rm(`${files}.png`), rm(`${files}.webm`)]);
});

test("an admin sees the work and approves it, a creator likes it, and a guest plays the video", async ({
  page: guest,
  sql,
  look,
  browser,
  javaScriptEnabled,
  viewport,
  baseURL,
}, info) => {
  const service = serviceOf[info.project.name] ?? "";
  const [admin, creator] = [newAddress("admin"), newAddress("creator")];
  await makeCreator(sql, { name: "Ada Min", email: admin, service: "Writer", isAdmin: true });
  await makeCreator(sql, { name: `Cleo ${mark}`, email: creator, service });

  const office = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const desk = await office.newPage();
  await signIn(desk, admin);
  await desk.goto(`/admin/contributors/${id}`);
  await expect(desk.getByRole("list", { name: `Work by Wren ${mark}` })).toContainText("A trailer");
  await desk.getByRole("button", { name: /Approve/ }).click();
  await expect(desk.locator(".toast")).toContainText(/approved/i);
  await office.close();
  const home = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await home.newPage();
  await signIn(visitor, creator);
  await visitor.goto("/discover");
  await expect(visitor.getByRole("heading", { name: `Wren ${mark}`, exact: true })).toBeVisible();
  await visitor.getByRole("button", { name: "Like" }).click();
  // If script isn't running yet, the button loads a new page, so this waits for the toast.
  await expect(visitor.locator(".toast")).toContainText("Service Provider Liked!");
  await expect
    .poll(() => sql("SELECT FROM swipes WHERE target_id = $1 AND liked", [id]), { timeout: 10_000 })
    .toHaveLength(1);

  await visitor.goto(`/profile/${id}`);
  await visitor.getByRole("link", { name: "A poster", exact: true }).click();
  const place = visitor.getByRole("status").filter({ hasText: " of 3" });
  await expect(place).toHaveText("1 of 3: A poster");
  await look(visitor);
  if (javaScriptEnabled) {
    await expect(visitor.getByRole("figure")).toHaveCount(3);
    await visitor.keyboard.press("ArrowRight");
  } else await visitor.getByRole("link", { name: "Next: A trailer" }).click();
  await expect(place).toHaveText("2 of 3: A trailer");
  await expect(visitor).toHaveTitle("A trailer · Matchcut");
  await visitor.reload();
  await expect(place).toHaveText("2 of 3: A trailer");
  await expect(visitor.getByRole("figure").filter({ hasText: "A trailer" })).toBeInViewport();
  if (javaScriptEnabled) {
    await expect(visitor.getByRole("figure")).toHaveCount(3);
    await visitor.keyboard.press("Escape");
  } else await visitor.getByRole("link", { name: "Close", exact: true }).click();
  await expect(visitor).toHaveURL(new RegExp(`/profile/${id}#work-`));
  await home.close();

  await guest.goto(`/profile/${id}`);
  await look();
  await guest.getByRole("link", { name: /A trailer/ }).click();
  await expect(guest.locator("video")).toBeVisible();
  await look();
  const others = guest.getByRole("navigation", { name: `Work by Wren ${mark}` });
  await others.getByRole("link", { name: "A reel" }).click();
  await expect(guest.getByRole("link", { name: /^See it on example.com/ })).toHaveAttribute(
    "href",
    "https://example.com/reel",
  );
  await others.getByRole("link", { name: "A trailer" }).click();
  const film = await guest.locator("video").getAttribute("src");
  const part = await guest.request.get(film ?? "", { headers: { Range: "bytes=0-99" } });
  expect(part.status()).toBe(206);
  await guest.getByRole("link", { name: "Close", exact: true }).click();
  await expect(guest.getByRole("heading", { name: `Wren ${mark}`, exact: true })).toBeVisible();
});

/** Drags a sample by its handle to another sample's position. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const handle = page.locator(".grab");
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 1_600 });
  const [start, end] = [await handle.nth(from).boundingBox(), await handle.nth(to).boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x + 20, end.y + 20, { steps: 4 });
  await page.mouse.up();
}

/** Waits until the new order is stored, which is later than when the page shows it. */
async function storing(page: Page, act: () => Promise<void>): Promise<void> {
  const stored = page.waitForResponse(
    (reply) => reply.request().method() === "POST" && /\/profile\/work\.data/.test(reply.url()),
  );
  await act();
  await stored;
}
