import { decode, encode } from "turbo-stream";
import { expect, test } from "vitest";
import { encodedData, plainData } from "./loaded-data";

async function encodedByRemix(data: unknown): Promise<string> {
  return (await new Response(encode(data)).text()).trimEnd();
}

async function decoded(text: string): Promise<unknown> {
  const body = new Response(`${text.trimEnd()}\n`).body;
  return body && (await decode(body)).value;
}

const loaded = (value: unknown) => ({ loaderData: { page: { value } }, actionData: null, errors: null });

test.each([
  ["texts", ["", "a", "a", "_1", '["D"', "</script>", "é\u2028"]],
  ["numbers", [0, 1.5, 1e21, 1795816629536]],
  ["nested", { a: [{ b: [] }, { b: {} }, null], c: true, d: false }],
  ["a number below zero", -1],
  ["a key like an index", { 7: "a", __proto: 1 }],
])("the browser gets exactly what was loaded: %s", async (_, value) => {
  const data = loaded(value);
  const plain = plainData(data, await encodedByRemix(data));
  expect(await decoded(encodedData(plain))).toEqual(data);
});

test.each([
  ["a date", new Date(0)],
  ["an error", new Error("no")],
  ["a set", new Set([1])],
  ["a map", new Map([["a", 1]])],
  ["a large integer", 1n],
  ["undefined in a list", [1, undefined]],
  ["not a number", Number.NaN],
  ["infinity", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ["negative zero", { a: -0 }],
  ["a date in a list", { a: [[new Date(0)]] }],
])("stays in Remix's encoding: %s", async (_, value) => {
  const data = loaded(value);
  const remix = await encodedByRemix(data);
  expect(await decoded(encodedData(plainData(data, remix)))).toEqual(data);
  expect(plainData(data, remix)).toBe(remix);
});

test("a page with an error stays in Remix's encoding, which also says what kind of error it is", async () => {
  const data = { ...loaded(1), errors: { page: new Error("no") } };
  const remix = await encodedByRemix({ ...data, errors: { page: { message: "no", __type: "Error" } } });
  expect(plainData(data, remix)).toBe(remix);
});

test("leaves out undefined properties", async () => {
  const data = loaded({ a: undefined, b: 1 });
  const plain = plainData(data, await encodedByRemix(data));
  expect(plain).toBe('{"loaderData":{"page":{"value":{"b":1}}},"actionData":null}');
});
