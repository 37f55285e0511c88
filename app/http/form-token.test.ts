import { describe, expect, test } from "vitest";
import { makeMember } from "../../tests/support/people";
import { formTokenFor, isFormTokenValid } from "./form.server";

function requestWith(headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/login", { headers });
}

const pairOf = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";

describe("a form token", () => {
  test("isn't needed when the browser sends Sec-Fetch-Site", async () => {
    expect(await formTokenFor(requestWith({ "Sec-Fetch-Site": "none" }))).toEqual({
      token: null,
      setCookie: null,
    });
  });

  test("is bound to a member's session", async () => {
    const [ada, ben] = [await makeMember(), await makeMember()];
    const { token, setCookie } = await formTokenFor(requestWith({ Cookie: ada.cookie }));
    expect(setCookie).toBeNull();
    expect(await isFormTokenValid(requestWith({ Cookie: ada.cookie }), token)).toBe(true);
    expect(await isFormTokenValid(requestWith({ Cookie: ben.cookie }), token)).toBe(false);
    expect(await isFormTokenValid(requestWith(), token)).toBe(false);
  });

  test("is bound to a visitor cookie, which it sets", async () => {
    const { token, setCookie } = await formTokenFor(requestWith());
    const Cookie = pairOf(setCookie);
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(await isFormTokenValid(requestWith({ Cookie }), token)).toBe(true);
    const other = await formTokenFor(requestWith());
    expect(await isFormTokenValid(requestWith({ Cookie }), other.token)).toBe(false);
    expect(await isFormTokenValid(requestWith({ Cookie: `${Cookie}x` }), token)).toBe(false);
  });

  test("is invalid when missing or forged", async () => {
    const { cookie } = await makeMember();
    for (const forged of [null, undefined, "", "x", "x".repeat(43), "é".repeat(43), 5]) {
      expect(await isFormTokenValid(requestWith({ Cookie: cookie }), forged)).toBe(false);
    }
  });
});
