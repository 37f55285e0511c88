import { writeFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { findChromium } from "./chromium.ts";

interface Screen {
  file: string;
  path: string;
  width: number;
  height: number;
  /** Device pixels per CSS pixel on a phone. */
  scale?: number;
  /** Opens what the path alone doesn't reach. */
  go?: (page: Page) => Promise<void>;
}

/** The sizes that public/site.webmanifest names. */
const screens: Screen[] = [
  { file: "screenshot-deck.webp", path: "/discover", width: 360, height: 740, scale: 1.5 },
  {
    file: "screenshot-messages.webp",
    path: "/messages",
    width: 360,
    height: 740,
    scale: 1.5,
    go: async (page) => {
      await page.locator("nav[aria-label='Conversations'] a").first().click();
      await page.waitForURL(/\/messages\/[0-9a-f-]{36}/);
    },
  },
  { file: "screenshot-dashboard.webp", path: "/dashboard", width: 1280, height: 800 },
];

/**
 * Takes screenshots of the demo into public/, for the app's install dialog. While `npm run demo` is running: npx tsx
 * scripts/take-screenshots.ts [address]
 */
async function takeScreenshots(baseURL: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  try {
    for (const { file, path, width, height, scale = 1, go } of screens) {
      const viewport = { width, height };
      const context = await browser.newContext({
        baseURL,
        viewport,
        deviceScaleFactor: scale,
        colorScheme: "light",
      });
      const page = await context.newPage();
      await page.goto("/login");
      await page.getByLabel("Email").fill(demoLogins.creator);
      await page.getByLabel("Password").fill(demoPassword);
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL("**/dashboard");
      await page.goto(path, { waitUntil: "load" });
      await go?.(page);
      await page.waitForTimeout(1_500);
      const picture = sharp(await page.screenshot()).webp({ quality: 60, effort: 6 });
      await writeFile(`public/${file}`, await picture.toBuffer());
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

await takeScreenshots(process.argv[2] ?? "http://localhost:3000");
