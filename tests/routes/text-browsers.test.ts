import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOutbox } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { findOnPath } from "../../scripts/debian";
import { startApp } from "../support/app";
import { openFirefox } from "../support/firefox";
import { makeContributor, personPassword } from "../support/people";
import { openLynx, openW3m } from "../support/text-browsers";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const firefox = findOnPath("firefox-esr", "firefox");
const browsers = [
  { name: "lynx", program: findOnPath("lynx"), open: openLynx },
  { name: "w3m", program: findOnPath("w3m"), open: openW3m },
  { name: "firefox with script off", program: firefox, open: () => openFirefox(firefox ?? "") },
];

describe.each(browsers)("in $name", ({ name, program, open }) => {
  test.skipIf(!program)(
    "a visitor builds a profile, signs up and writes a message",
    async () => {
      const contributor = await makeContributor({ name: "Rafa Moor", services: ["Writer"] });
      const email = `${name.slice(0, 4)}-${randomUUID().slice(0, 8)}@example.com`;
      const at = (path: string) => app.origin + path;
      const browser = await open();

      const home = await browser.read(at(paths.home()));
      expect(home.slice(0, 400)).toMatch(
        /Home\s+How it works\s+Contributors\s+Pricing\s+Login\s+Features[\s\S]+Contact\s+Get\s+Started/,
      );
      expect(home).not.toMatch(/\(BUTTON\)\s*\(BUTTON\)/);
      const side = "Creator Hiring User I make content and need people to help.";
      await browser.act(at(paths.onboarding()), side);
      expect(await browser.read(at(paths.onboardingStep(1)))).toContain("Step 1 of 4");
      await browser.act(at(paths.onboardingStep(1)), "Next", { Name: "Terry Text" });
      await browser.act(at(paths.onboardingStep(4)), "Complete");
      expect(await browser.read(at(paths.login({ fromOnboarding: "1" })))).toContain(
        "Your profile has been saved!",
      );
      await browser.act(at(paths.login({ fromOnboarding: "1", tab: "create" })), "Create Account", {
        "Full name": "Terry Text",
        Email: email,
        Password: personPassword,
      });
      expect(await db.user.findFirst({ where: { email }, select: { profile: true } })).toMatchObject({
        profile: { fullName: "Terry Text", userType: "creator" },
      });
      expect(await browser.read(at(paths.dashboard()))).toContain("Your turn");

      const [mail] = (await listOutbox()).filter(({ to }) => to === email);
      const confirm = /https?:\S+\/confirm\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
      expect(await browser.read(at(paths.dashboard()))).toContain("Please open the link in our email");
      await browser.act(at(new URL(confirm).pathname), "Yes, confirm it");

      const profile = paths.profile(contributor.userId);
      expect(await browser.read(at(profile))).toContain("Save to Favorites");
      await browser.act(at(profile), "Message");
      await browser.act(at(paths.newMessage({ to: contributor.userId })), "Send", {
        Message: "Hello from here",
      });
      const [message] = await db.message.findMany({ where: { sender: { email } } });
      expect(message?.content).toBe("Hello from here");
      const thread = await browser.read(at(paths.conversation(message?.conversationId ?? "")));
      expect(thread).toMatch(/You:\s+Hello from here/);
      expect(thread).toContain("Refresh messages");
      await browser.close();
    },
    240_000,
  );
});
