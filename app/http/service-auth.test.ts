import { expect, test } from "vitest";
import { z } from "zod";
import { readJson, readSignedBody } from "./service-auth.server";

const schema = z.object({ to: z.object({ id: z.string({ error: "is missing" }) }) });
const posted = (body: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers });
const whole = JSON.stringify({ to: { id: "a" } });
const padded = (length: number) => whole + " ".repeat(length - whole.length);

test.each(["application/json", "Application/JSON ; charset=utf-8"])(
  "a body of type %s is read",
  async (type) => {
    expect(await readJson(posted(whole, { "Content-Type": type }), schema)).toEqual({
      ok: true,
      value: { to: { id: "a" } },
    });
  },
);

const limit = 64 * 1024;
test.each([
  ["text/plain", whole, ["The body isn't application/json."]],
  ["application/json", padded(limit + 1), ["The body is too large."]],
  ["application/json", '{"to":{}}', ["to.id: is missing"]],
  ["application/json", "{", ["Invalid input: expected object, received undefined"]],
])("a body of type %s that can't be used is refused", async (type, body, problems) => {
  expect(await readJson(posted(body, { "Content-Type": type }), schema)).toEqual({ ok: false, problems });
});

test("a body may be as long as the limit", async () => {
  const { ok } = await readJson(posted(padded(limit), { "Content-Type": "application/json" }), schema);
  expect(ok).toBe(true);
});

test("a signed body is read as it was sent, with its signature, and not without one", async () => {
  const body = ' {"a": 1}\n';
  expect(await readSignedBody(posted(body, { "x-signature": "s" }), "x-signature")).toEqual({
    body,
    signature: "s",
  });
  expect(await readSignedBody(posted(body), "x-signature")).toBeNull();
  const broken = posted(body, { "x-signature": "s" });
  await broken.text();
  expect(await readSignedBody(broken, "x-signature")).toBeNull();
});
