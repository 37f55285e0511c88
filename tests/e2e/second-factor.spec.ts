import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, makeCreator, newAddress, password, signIn, test } from "./journey";

/** The code that the app will show in half a minute. Each code works only once, and the current one has been used. */
function nextCode(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/login?redirectTo=%2Fsettings%2Fsecond-factor");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
}

test("sets up two-step verification, loses the phone, and signs in with a recovery code", async ({
  page,
  sql,
  look,
  javaScriptEnabled,
}) => {
  const email = newAddress("factor");
  await makeCreator(sql, { name: "Fay Ctor", email, service: "Writer" });
  await signIn(page, email);
  await page.goto("/settings");
  await page.getByRole("main").getByRole("link", { name: "Two-step verification" }).click();
  await page.getByRole("link", { name: "Set up two-step verification" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await look();
  const key = await page.getByText("Or type this key:").locator("strong").textContent();
  const secret = (key ?? "").replaceAll(" ", "");
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your recovery codes");
  await look();
  const codes = await page.locator("ol code").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("Recovery codes left: 10")).toBeVisible();

  if (javaScriptEnabled) {
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: false,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole("link", { name: "Add a passkey" }).click();
    await page.getByLabel("Name").fill("My laptop");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
    const problem = page.getByRole("main").getByRole("alert");
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await expect(problem).toHaveText("No passkey was created. Please try again.");
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    const touches = (enabled: boolean) =>
      device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    await touches(false);
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await expect(problem).toBeEmpty();
    await touches(true);
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await expect(page.getByRole("button", { name: "Remove My laptop" })).toBeVisible();
  }
  await look();

  await enterPassword(page, email);
  await look();
  await page.getByLabel("Code", { exact: true }).fill(nextCode(secret));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/settings\/second-factor$/);

  await enterPassword(page, email);
  await page.getByRole("link", { name: "Lost your phone?" }).click();
  await page.getByLabel("Recovery code").fill(codes[4] ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.locator(".toast")).toContainText("You used a recovery code You have 9 left.");

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in with a passkey");
  await look();
  if (!javaScriptEnabled) return expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await enterPassword(page, email);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/settings\/second-factor$/);
  // The stored counter must increase with each use, because that's how a copied passkey is detected.
  const [{ counter = "" } = {}] = await sql(
    "SELECT k.counter FROM passkeys k JOIN users u ON u.id = k.user_id WHERE u.email = $1",
    [email],
  );
  expect(Number(counter)).toBeGreaterThan(1);
});
