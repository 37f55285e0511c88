import { setImmediate as turn } from "node:timers/promises";
import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { signUpSchema } from "~/features/accounts/account.schema";
import { contactSchema } from "~/features/contact/contact.schema";
import { changeSchema, refundDecisionSchema, refundSchema } from "~/features/payments/payments.schema";
import { saveSearchSchema } from "~/features/searches/saved-search.schema";
import { sessionCookie, sessionValue } from "./cookies.server";
import { filledInNames, readableBytes, readForm } from "./form.server";

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

/** The response to a refused form. */
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

it("merges equal values of a single field, and refuses different values", async () => {
  expect(await read([...good, ["intent", "save"], ["intent", "save"]])).toMatchObject({
    value: { intent: "save" },
  });
  expect(await returned([...good, ["intent", "remove"]])).toMatchObject({
    error: { intent: ["Please press a button"] },
  });
});

it("shows none of the schema library's own messages", async () => {
  const zone = z.object({ zone: z.string().min(1).max(64), note: z.string().max(5, "Too long") });
  const form = await read([["note", "123456"]], zone);
  expect(form.ok ? null : form.reply.data.result.error).toEqual({
    zone: [reloadAndRetry],
    note: ["Too long"],
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

it("reads anything that any branch of a union declares", async () => {
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

it("keeps everything that a refused form contained", async () => {
  const pairs: [string, string][] = [
    ["intent", "none"],
    ["note", "a".repeat(60_000)],
    ["tools", "1".repeat(5_000)],
  ];
  expect((await returned(pairs))?.initialValue).toEqual(Object.fromEntries(pairs));
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
  ["application/x-www-form-urlencoded", `note=${"a".repeat(readableBytes)}`, 413],
])("refuses an unreadable body of %s", async (type, body, status) => {
  const headers = { "Content-Type": type, "Content-Length": String(body.length) };
  const request = new Request("http://localhost/", { method: "POST", headers, body });
  await expect(readForm({ request, context }, schema)).rejects.toMatchObject({ init: { status } });
});

describe("a form with too much text", () => {
  const note = "two words ".repeat(8_000);
  const sent: [string, string][] = [
    ["note", note],
    ["intent", "save"],
    ["password", "violet-harbour-27"],
    ["other", "undeclared"],
    ["_account", "mark"],
  ];
  const withPassword = schema.extend({ password: z.string() });

  async function refused(pairs: [string, string][] | FormData, given = context) {
    // Headers that a browser sends but that a Request lacks by default.
    const encoded = new Response(pairs instanceof FormData ? pairs : new URLSearchParams(pairs));
    const type = encoded.headers.get("Content-Type") ?? "";
    const body = await encoded.arrayBuffer();
    const headers = { "Content-Type": type, "Content-Length": String(body.byteLength) };
    const request = new Request("http://localhost/contact?a=1", { method: "POST", headers, body });
    const args = { request, context: given };
    return readForm(args, withPassword).then(
      () => null,
      (thrown) => thrown,
    );
  }

  it.each([
    ["urlencoded", sent],
    ["multipart", multipart(sent)],
  ])("is refused, and the response contains everything but the password (%s)", async (_kind, pairs) => {
    expect(await refused(pairs)).toMatchObject({
      init: { status: 413 },
      data: {
        unsent: {
          path: "/contact?a=1",
          fields: [
            ["note", note],
            ["intent", "save"],
          ],
          mark: "mark",
        },
      },
    });
  });

  it("isn't included in the response if it may come from another site", async () => {
    const reply = await refused(sent, { ...context, needsFormToken: true });
    expect(reply).toMatchObject({ init: { status: 413 }, data: { unsent: null } });
  });

  it("isn't included in the response if it's far too long", async () => {
    const reply = await refused([["note", "a".repeat(readableBytes)]]);
    expect(reply).toMatchObject({ init: { status: 413 }, data: { unsent: null } });
  });
});

describe("forms take turns", () => {
  const noted: string[] = [];
  let networks = 0;
  const newNetwork = () => {
    networks += 1;
    return `192.0.2.${networks}`;
  };

  /** Records the order that forms are read in. */
  async function send(name: string, address: string, cookie = "") {
    const body = new URLSearchParams({ intent: "save" });
    const request = new Request("http://localhost/", { method: "POST", body, headers: { Cookie: cookie } });
    await readForm({ request, context: { ...context, clientAddress: address } }, schema);
    noted.push(name);
  }
  const sessionOf = (letter: string) => sessionCookie.serialize(sessionValue(letter.repeat(43)));
  const many = (count: number, act: () => Promise<void>) => Promise.all(Array.from({ length: count }, act));

  it.each([
    ["a member doesn't wait", () => sessionOf("b"), false],
    ["a forged session waits", () => sessionCookie.serialize(`${"b".repeat(43)}.${"x".repeat(43)}`), true],
    ["a session that we didn't sign waits", () => sessionCookie.serialize("c".repeat(43)), true],
  ])("when fifty forms arrive from guests on one network, %s", async (_what, cookie, waits) => {
    noted.length = 0;
    const network = newNetwork();
    const flood = many(50, () => send("guest", network));
    await Promise.all([flood, send("other", network, await cookie())]);
    if (waits) expect(noted.indexOf("other")).toBe(50);
    else expect(noted.indexOf("other")).toBeLessThan(2);
  });

  it("a member's forms wait for each other, no matter what network they come from, and for no one else's", async () => {
    noted.length = 0;
    const [one, other] = [await sessionOf("d"), await sessionOf("e")];
    await Promise.all([
      many(20, () => send("flood", newNetwork(), one)),
      send("other", newNetwork(), other),
      send("guest", newNetwork()),
    ]);
    expect(Math.max(noted.indexOf("other"), noted.indexOf("guest"))).toBeLessThanOrEqual(3);
  });

  it("other work gets turns of the event loop between two forms of one sender", async () => {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      while (!isOver) {
        await turn();
        turns += 1;
      }
    })();
    await many(20, () => send("form", "203.0.113.9"));
    isOver = true;
    await counting;
    // Each form is followed by sixteen turns, or by a single one if the machine is so busy that 25 ms pass first.
    expect(turns).toBeGreaterThanOrEqual(18);
  });

  it("a sender waits only a few turns, even if other people's pages make each turn long", async () => {
    let turns = 0;
    let isOver = false;
    const showingPages = (async () => {
      while (!isOver) {
        for (const until = performance.now() + 30; performance.now() < until; );
        await turn();
        turns += 1;
      }
    })();
    await many(5, () => send("form", "203.0.113.10"));
    isOver = true;
    await showingPages;
    expect(turns).toBeLessThan(5 * 5);
  });

  it("a sender's next form is refused while four hundred are waiting", async () => {
    const sent = Array.from({ length: 402 }, () => send("form", "203.0.113.11"));
    const refused = (await Promise.allSettled(sent)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { init: { status: 429 } } });
  });
});

it.each([
  [refundSchema, ["reason"]],
  [refundDecisionSchema, ["note"]],
  [changeSchema, []],
  [saveSearchSchema, ["name"]],
  [signUpSchema, ["fullName", "email", "password"]],
  [contactSchema, ["name", "email", "message"]],
])("shows only what people filled in (schema %#)", (filled, names) => {
  expect([...filledInNames(filled)]).toEqual(names);
});
