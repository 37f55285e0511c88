import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeMember, personPassword } from "../support/people";
import { as } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const silent = { headers: { "Sec-Fetch-Site": undefined, Origin: undefined } };
const tokenIn = (html: string) => /name="_token"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("a browser that sends neither Sec-Fetch-Site nor Origin", () => {
  test("signs in and acts with the token that its pages carry", async () => {
    const { email, userId } = await makeMember();
    const browser = as(null);
    const page = await browser.get(paths.login(), silent);
    const done = await browser.post(
      paths.login(),
      { email, password: personPassword, _token: tokenIn(page.html) },
      silent,
    );
    expect(done.status).toBe(303);
    const settings = await browser.get(paths.sessions(), silent);
    const ended = await browser.post(paths.sessions(), { _token: tokenIn(settings.html) }, silent);
    expect(ended.status).toBe(303);
    expect(await db.session.count({ where: { userId } })).toBe(1);
  });

  test("is refused without a token, and with another visitor's or member's token", async () => {
    const [ada, ben] = [as(await makeMember()), as(await makeMember())];
    const bens = tokenIn((await ben.get(paths.sessions(), silent)).html);
    const visitors = tokenIn((await as(null).get(paths.login(), silent)).html);
    expect(bens).not.toBe("");
    for (const token of ["", "made-up", bens, visitors]) {
      const page = await ada.post(paths.sessions(), { _token: token }, silent);
      expect(page.status).toBe(403);
      expect(page.text).toContain("We could not tell where this form came from");
    }
  });
});

describe("a browser that sends Origin alone", () => {
  test("is trusted", async () => {
    const { email } = await makeMember();
    const headers = { "Sec-Fetch-Site": undefined, Origin: app.origin };
    const done = await as(null).post(paths.login(), { email, password: personPassword }, { headers });
    expect(done.status).toBe(303);
    const foreign = { ...headers, Origin: "https://evil.example" };
    const refused = await as(null).post(
      paths.login(),
      { email, password: personPassword },
      { headers: foreign },
    );
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("This form came from another site");
  });
});

test("a browser that sends Sec-Fetch-Site gets no token", async () => {
  const page = await as(null).get(paths.login());
  expect(tokenIn(page.html)).toBe("");
  expect(page.cookies.has("visitor")).toBe(false);
});
