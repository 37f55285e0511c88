import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeMember, personPassword } from "../support/people";
import { as } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const silent = { "Sec-Fetch-Site": undefined, Origin: undefined };
const tokenIn = (html: string) => /name="_token"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("a browser that sends neither Sec-Fetch-Site nor Origin", () => {
  test("signs in and acts with the token in its pages", async () => {
    const { email, userId } = await makeMember();
    const browser = as(null, silent);
    const account = { Email: email, Password: personPassword };
    expect((await press(browser, paths.login(), "Sign In", account)).status).toBe(303);
    const ended = await press(browser, paths.sessions(), "Sign out everywhere else");
    expect(ended.status).toBe(303);
    expect(await db.session.count({ where: { userId } })).toBe(1);
  });

  test("is refused without a token, and with another visitor's or member's token", async () => {
    const [ada, ben] = [as(await makeMember(), silent), as(await makeMember(), silent)];
    const form = fillIn(await ada.get(paths.privacy()), "Save");
    const bens = tokenIn((await ben.get(paths.privacy())).html);
    const visitors = tokenIn((await as(null, silent).get(paths.login())).html);
    expect(bens).not.toBe("");
    for (const token of ["", "made-up", bens, visitors]) {
      const page = await send(ada, forge(form, "_token", token));
      expect(page.status).toBe(403);
      expect(page.text).toContain("We couldn't tell where this form came from");
    }
  });
});

describe("a browser that sends only Origin", () => {
  test("is trusted", async () => {
    const { email } = await makeMember();
    const page = await as(null).get(paths.login());
    const form = fillIn(page, "Sign In", { Email: email, Password: personPassword });
    const from = (Origin: string) => send(as(null, { ...silent, Origin }), form);
    expect((await from(app.origin)).status).toBe(303);
    const refused = await from("https://evil.example");
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("This form came from another site");
  });
});

test("a browser that sends Sec-Fetch-Site gets no token", async () => {
  const page = await as(null).get(paths.login());
  expect(tokenIn(page.html)).toBe("");
  expect(page.cookies.has("visitor")).toBe(false);
});
