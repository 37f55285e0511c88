import type { AppLoadContext } from "@remix-run/node";
import { expect, it } from "vitest";
import { z } from "zod";
import { readForm } from "./form.server";

const schema = z.object({
  intent: z.enum(["save", "remove"], { error: "Please press a button" }),
  note: z.string().max(5, "Too long").default(""),
  tools: z.array(z.number()).default([]),
});

const context: AppLoadContext = { requestId: "1", clientAddress: "1", needsFormToken: false };

function read(pairs: [string, string][] | FormData, form: z.ZodType = schema) {
  const body = pairs instanceof FormData ? pairs : new URLSearchParams(pairs);
  const request = new Request("http://localhost/", { method: "POST", body });
  return readForm({ request, context }, form);
}

/** What a refused form returns. */
async function returned(pairs: [string, string][]) {
  const form = await read(pairs);
  return form.ok ? null : form.reply.data.result;
}

const multipart = (pairs: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
};

const good: [string, string][] = [
  ["intent", "save"],
  ["tools", "1"],
  ["note", "Hi"],
  ["tools", "2"],
  ["tools", "1"],
];

it.each([
  ["urlencoded", good],
  ["multipart", multipart(good)],
])("reads a repeated name as a list (%s)", async (_kind, pairs) => {
  expect(await read(pairs)).toMatchObject({
    ok: true,
    value: { intent: "save", note: "Hi", tools: [1, 2, 1] },
  });
});

it("merges equal values of a single field, and refuses different ones", async () => {
  expect(await read([...good, ["intent", "save"], ["intent", "save"]])).toMatchObject({
    value: { intent: "save" },
  });
  expect(await returned([...good, ["intent", "remove"]])).toMatchObject({
    error: { intent: ["Please press a button"] },
  });
});

it.each([
  "note[0]",
  "note.deep",
  "tools[7]",
  "tools[999][999]",
  "__proto__.note",
  "__intent__",
  "other",
  "[]",
])("neither reads nor returns %s", async (name) => {
  expect(await read([...good, [name, "7"]])).toEqual(expect.objectContaining({ ok: true }));
  const result = await returned([
    ["intent", "none"],
    [name, "brought back"],
  ]);
  expect(result?.initialValue).toEqual({ intent: "none" });
  expect(JSON.stringify(result)).not.toContain("brought back");
});

it("reads what any branch of a union declares", async () => {
  const union = z.discriminatedUnion("decision", [
    z.object({ decision: z.literal("approve") }),
    z.object({ decision: z.literal("reject"), reason: z.string() }),
  ]);
  const pairs: [string, string][] = [
    ["decision", "reject"],
    ["reason", "None"],
    ["other", "x"],
  ];
  expect(await read(pairs, union)).toMatchObject({ value: { decision: "reject", reason: "None" } });
});

const many = (count: number, name: (index: number) => string): [string, string][] =>
  Array.from({ length: count }, (_, index) => [name(index), "1"]);

it.each<[string, [string, string][] | FormData]>([
  ["101 names", many(101, (index) => `n${index}`)],
  ["201 values", many(201, () => "tools")],
  ["201 values of a multipart form", multipart(many(201, () => "tools"))],
])("refuses %s", async (_what, pairs) => {
  await expect(read(pairs)).rejects.toMatchObject({
    init: { status: 400 },
    data: { title: "That form has too many fields" },
  });
});

it("accepts as many values as the schema allows", async () => {
  const pairs: [string, string][] = [["intent", "save"], ...many(300, () => "tools")];
  expect(await read(pairs, schema.meta({ maxValues: 301 }))).toMatchObject({ ok: true });
  await expect(read(pairs, schema.meta({ maxValues: 300 }))).rejects.toMatchObject({
    init: { status: 400 },
  });
});

it("skips files, and counts them as values", async () => {
  const form = multipart(good);
  form.append("note", new File(["<picture>"], "a.png"));
  expect(await read(form)).toMatchObject({ value: { note: "Hi" } });
  for (let file = 0; file < 195; file += 1) form.append("f", new File(["x"], "a.png"));
  await expect(read(form)).rejects.toMatchObject({ init: { status: 400 } });
});

it("leaves the event loop to others between two forms", async () => {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const turns = await Promise.all([good, multipart(good), good].map((pairs) => read(pairs).then(() => turn)));
  isCounting = false;
  const [first = 0, second = 0, third = 0] = turns.sort((one, other) => one - other);
  expect(second - first).toBeGreaterThan(5);
  expect(third - second).toBeGreaterThan(5);
});

it("writes back at most 32,000 characters, in order", async () => {
  const texts: [string, string][] = [
    ["intent", "none"],
    ["note", "a".repeat(31_000)],
  ];
  expect((await returned(texts))?.initialValue).toEqual(Object.fromEntries(texts));
  expect((await returned([...texts, ["tools", "1".repeat(1_000)]]))?.initialValue).toEqual(
    Object.fromEntries(texts),
  );
});

it.each([
  ["multipart/form-data", "no boundary", 400],
  ["multipart/form-data; boundary=x", "--y\r\nbroken", 400],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\ncut off',
    400,
  ],
  ["application/json", "{}", 415],
  ["application/x-www-form-urlencoded", "a=1&".repeat(20_000), 413],
])("refuses an unreadable body of %s", async (type, body, status) => {
  const headers = { "Content-Type": type, "Content-Length": String(body.length) };
  const request = new Request("http://localhost/", { method: "POST", headers, body });
  await expect(readForm({ request, context }, schema)).rejects.toMatchObject({ init: { status } });
});
