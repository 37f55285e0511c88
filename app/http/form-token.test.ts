import { describe, expect, test } from "vitest";
import { makeMember } from "../../tests/support/people";
import { formTokenFor, isFormTokenGood } from "./form-token.server";

function asked(headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/login", { headers });
}

const pairOf = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";

describe("a form token", () => {
  test("is not needed where the browser says where forms come from", async () => {
    expect(await formTokenFor(asked({ "Sec-Fetch-Site": "none" }))).toEqual({ token: null, setCookie: null });
  });

  test("is bound to a member's session", async () => {
    const [ada, ben] = [await makeMember(), await makeMember()];
    const { token, setCookie } = await formTokenFor(asked({ Cookie: ada.cookie }));
    expect(setCookie).toBeNull();
    expect(await isFormTokenGood(asked({ Cookie: ada.cookie }), token)).toBe(true);
    expect(await isFormTokenGood(asked({ Cookie: ben.cookie }), token)).toBe(false);
    expect(await isFormTokenGood(asked(), token)).toBe(false);
  });

  test("is bound to a visitor's own cookie, which it brings along", async () => {
    const { token, setCookie } = await formTokenFor(asked());
    const Cookie = pairOf(setCookie);
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(await isFormTokenGood(asked({ Cookie }), token)).toBe(true);
    const other = await formTokenFor(asked());
    expect(await isFormTokenGood(asked({ Cookie }), other.token)).toBe(false);
    expect(await isFormTokenGood(asked({ Cookie: `${Cookie}x` }), token)).toBe(false);
  });

  test("that is missing or made up is not good", async () => {
    const { cookie } = await makeMember();
    for (const madeUp of [null, undefined, "", "x", "x".repeat(43), "é".repeat(43), 5]) {
      expect(await isFormTokenGood(asked({ Cookie: cookie }), madeUp)).toBe(false);
    }
  });
});
