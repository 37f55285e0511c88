import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, sendTo } from "./request";
import { type Changes, fillIn, forge, press, type Where } from "./submitting";

let body = "";
/** Serves the page at one path, and repeats any other request in its response. */
const server = createServer(async (request, response) => {
  let sent = "";
  for await (const chunk of request) sent += chunk;
  response.setHeader("Content-Type", "text/html");
  const isPage = request.method === "GET" && request.url === "/page?a=1";
  response.end(
    isPage ? body : `${request.method} ${request.url} ${request.headers["content-type"]}\n${sent}`,
  );
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, done));
  sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => server.close());

const page = (html: string) => ({
  ...{ path: "/page?a=1", status: 200, location: "", html: `<!DOCTYPE html><body>${html}`, text: "" },
  ...{ headers: {}, cookies: new Map<string, string>() },
});
const filled = (html: string, button = "Save", changes?: Changes, where?: Where) =>
  fillIn(page(html), button, changes, where);
const sentBy = (inner: string, changes?: Changes, button = "Save") => {
  const { fields } = filled(`<form method="post">${inner}<button>Save</button></form>`, button, changes);
  return fields.map(([name, value]) => `${name}=${typeof value === "string" ? value : value.name}`).join("&");
};

describe("what a page sends", () => {
  test.each([
    [
      "hidden and text fields",
      `<input type="hidden" name="a" value="1 &amp; 2"><input name="b" value="&lt;"><input name="c">`,
      "a=1 & 2&b=<&c=",
    ],
    [
      "a textarea's text without its first line break",
      `<textarea name="a">\n\nx &quot;y&quot;\nz</textarea>`,
      'a=\r\nx "y"\r\nz',
    ],
    [
      "nothing that has no name, is disabled, or belongs to another button",
      `<input value="1"><input name="a" disabled><button name="b">B</button><fieldset disabled><legend><input name="c"></legend><input name="d"></fieldset>`,
      "c=",
    ],
    [
      "what's checked",
      `<input type="checkbox" name="a" checked><input type="checkbox" name="a" value="2"><input type="radio" name="b" value="1" checked><input type="radio" name="b" value="2" checked>`,
      "a=on&b=2",
    ],
    [
      "the selected option, otherwise the first enabled one",
      `<select name="a"><option>One<option selected>Two</select><select name="b"><option disabled value="">Choose<option value="1">One</select><select name="c" multiple><option>One</select>`,
      "a=Two&b=1",
    ],
    [
      "no invalid date, no line break from one-line fields, and no file",
      `<input type="date" name="a" value="2027-02-30"><input name="b" value="x\ny"><input type="file" name="c">`,
      "a=&b=xy&c=",
    ],
    [
      "outside fields that name the form, in the page's order",
      `</form><input form="other" name="a" value="1"><form id="other"><input name="b" value="2"><button>Other</button>`,
      "a=1&b=2",
      "Other",
    ],
    ["what's shown without script", `<noscript><input name="a" value="1"></noscript>`, "a=1"],
  ])("%s", (_what, inner, expected, button = "Save") => {
    expect(sentBy(inner, {}, button)).toBe(expected);
  });

  test("uses the method, URL and encoding of the button if it has them, then of the form, and otherwise the page's URL", () => {
    const form = (attributes: string, button = "") =>
      filled(`<form ${attributes}><button ${button}>Save</button></form>`);
    expect(form(`method="post"`)).toMatchObject({
      method: "post",
      path: "/page?a=1",
      enctype: "",
      fields: [],
    });
    expect(form(`action="next"`)).toMatchObject({ method: "get", path: "/next" });
    const overruling = `name="n" value="v" formmethod="POST" formaction="/b?c=1#d" formenctype="text/plain"`;
    expect(form(`method="get" action="/a" enctype="multipart/form-data"`, overruling)).toEqual({
      ...{ method: "post", path: "/b?c=1", enctype: "text/plain" },
      fields: [["n", "v"]],
    });
  });
});

describe("a person's changes", () => {
  const labeled = `<label for="t">Title<span> (optional)</span></label><input id="t" name="t" maxlength="3">`;
  const choices = `<fieldset><legend>Kind</legend><label><input type="radio" name="k" value="1" checked>One</label><label><input type="radio" name="k" value="2">Two</label></fieldset><fieldset><legend>Tools</legend><label><input type="checkbox" name="o" value="1" checked>Pen</label><label><input type="checkbox" name="o" value="2">Saw</label></fieldset><label>Size <select name="s"><option value="1">Small</option><option value="2">Large</option></select></label>`;

  test("find a control by its label or its group's legend, and a choice by its text", () => {
    expect(sentBy(labeled, { Title: "abc" })).toBe("t=abc");
    expect(sentBy(choices, { Kind: "Two", Tools: ["Saw"], Size: "Large" })).toBe("k=2&o=2&s=2");
    expect(sentBy(choices, { Two: true, Tools: [], Saw: true })).toBe("k=2&o=2&s=1");
    expect(sentBy(choices, { Pen: false })).toBe("k=1&s=1");
    expect(sentBy(`<input aria-label="Find" name="q" value="old">`, { Find: "new" })).toBe("q=new");
  });

  test.each<[string, string, Changes, string]>([
    [
      "no such field",
      labeled,
      { Name: "x" },
      'the form has 0 fields "Name" to change among "Title (optional)"',
    ],
    [
      "a field that can't be changed",
      `<label>A<input name="a" disabled></label><label>B<input name="b" readonly></label>`,
      { A: "x" },
      "the form has 0 fields",
    ],
    [
      "a hidden part",
      `<div hidden><label>A<input name="a"></label></div>`,
      { A: "x" },
      "the form has 0 fields",
    ],
    [
      "two fields with the same label",
      `<label>A<input></label><label>A<input></label>`,
      { A: "x" },
      "the form has 2 fields",
    ],
    ["text that's too long", labeled, { Title: "abcd" }, '"Title" takes at most 3 characters'],
    [
      "text that's too short",
      `<label>A<input minlength="2" name="a"></label>`,
      { A: "x" },
      "at least 2 characters",
    ],
    ["an invalid date", `<label>A<input type="date" name="a"></label>`, { A: "2027-02-30" }, "can't hold"],
    [
      "no such choice",
      choices,
      { Size: "Huge" },
      'the form has 0 fields "Huge" to change among "Small", "Large"',
    ],
    ["text for a checkbox", choices, { Pen: "yes" }, '"Pen" is a checkbox and takes a boolean'],
    ["a required field left empty", `<label>A<input required name="a"></label>`, {}, '"A" is required'],
    [
      "a required choice not made",
      `<label>A<input type="radio" required name="a"></label>`,
      {},
      '"A" is required',
    ],
    [
      "an invalid email address",
      `<label>A<input type="email" name="a"></label>`,
      { A: "x" },
      `"A" isn't an email address`,
    ],
    ["an invalid link", `<label>A<input type="url" name="a"></label>`, { A: "x" }, `"A" isn't a web address`],
    [
      "a number out of range",
      `<label>A<input type="number" max="2" name="a"></label>`,
      { A: "3" },
      "out of range",
    ],
  ])("fail for %s", (_what, inner, changes, words) => {
    expect(() => sentBy(inner, changes)).toThrow(words);
  });

  test("skip the browser's checks if the form or its button turns them off", () => {
    const form = (attributes: string, button: string) =>
      filled(`<form ${attributes}><input required name="a"><button ${button}>Save</button></form>`).fields;
    expect(form("novalidate", "")).toEqual([["a", ""]]);
    expect(form("", "formnovalidate")).toEqual([["a", ""]]);
  });
});

describe("the button", () => {
  const card = (
    name: string,
    inner = `<button name="who" value="${name}"><svg></svg> Like<span> it</span></button>`,
  ) => `<li><header><h2><a href="/">${name}</a></h2></header><form>${inner}</form></li>`;

  test("is found by its name within the part of the page that has this heading or label", () => {
    const html = `<ul>${card("Ari")}${card("Bo")}</ul><section aria-label="Others"><form><input type="submit" value="Like it"></form></section>`;
    expect(filled(html, "Like it", {}, { within: "Bo" }).fields).toEqual([["who", "Bo"]]);
    expect(filled(html, "Like it", {}, { within: "Others" }).fields).toEqual([]);
    expect(() => filled(html, "Like it")).toThrow('/page?a=1 (200) has 3 buttons "Like it"');
  });

  test.each([
    [
      "is missing from that part",
      `<main><ul>${card("Save", "")}${card("Bo", "<button>Save</button>")}</ul></main>`,
    ],
    ["is hidden", `<form><button aria-hidden="true">Save</button></form>`],
    ["is in a closed dialog", `<dialog><form><button>Save</button></form></dialog>`],
    ["is disabled", `<form><button disabled>Save</button></form>`],
    ["has no form", `<button>Save</button>`],
    ["doesn't submit", `<form><button type="button">Save</button></form>`],
    ["only closes a dialog", `<form method="dialog"><button>Save</button></form>`],
    ["leads off the site", `<form action="https://elsewhere.example"><button>Save</button></form>`],
  ])("fails if it %s", (_what, html) => {
    const within = html.includes("<li>") ? "Save" : undefined;
    expect(() => filled(html, "Save", {}, { within })).toThrow("Save");
  });
});

test("a forged field has values that the page wouldn't send, or is removed", () => {
  const form = filled(`<form><input name="a" value="1"><input name="b"><button>Save</button></form>`);
  expect(forge(form, "a", "x", "y").fields).toEqual([
    ["b", ""],
    ["a", "x"],
    ["a", "y"],
  ]);
  expect(forge(form, "a").fields).toEqual([["b", ""]]);
});

test("a page is loaded and its form sent, in each method and encoding", async () => {
  const send = async (form: string, changes?: Changes) => {
    body = `<!DOCTYPE html><form ${form}><label>A<input name="a" value="ä b"></label><label>F<input type="file" name="f"></label><button>Save</button></form>`;
    return (await press(as(null), "/page?a=1", "Save", changes)).html;
  };
  expect(await send("")).toBe("GET /page?a=%C3%A4+b&f= undefined\n");
  expect(await send(`method="post" action="/b"`)).toBe(
    "POST /b application/x-www-form-urlencoded\na=%C3%A4+b&f=",
  );
  const file = new File(["content"], "me.txt", { type: "text/plain" });
  const sent = await send(`method="post" enctype="multipart/form-data"`, { F: file });
  expect(sent).toMatch(/^POST \/page\?a=1 multipart\/form-data; boundary=/);
  expect(sent).toMatch(
    /name="a"\r\n\r\nä b\r\n.*filename="me.txt"\r\nContent-Type: text\/plain\r\n\r\ncontent\r\n/s,
  );
});
