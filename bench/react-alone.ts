import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

// Renders a page's elements with only React's renderToString and brotli 4, and no Remix, session or database. No
// rendered page can be faster. The elements are read once from the page's HTML.

const flags = ["autoFocus", "checked", "disabled", "hidden", "multiple", "open", "required", "selected"];

/** React passes lowercase names through, but expects styles as objects and flags as true. */
function propOf({ name, value }: { name: string; value: string }): [string, unknown] {
  if (name === "style") {
    const rules = value.split(";").filter(Boolean);
    return [name, Object.fromEntries(rules.map((rule) => rule.split(/:(.*)/).slice(0, 2)))];
  }
  const flag = value === "" ? flags.find((one) => one.toLowerCase() === name) : undefined;
  return flag ? [flag, true] : [name, value];
}

function nodeOf(node: DefaultTreeAdapterTypes.ChildNode): ReactNode {
  if ("value" in node) return node.value;
  // React can't render comments or the doctype.
  if (!("tagName" in node)) return null;
  const props = Object.fromEntries(node.attrs.map(propOf));
  const children = node.childNodes.map(nodeOf);
  if (node.tagName !== "script") return createElement(node.tagName, props, ...children);
  return createElement("script", { ...props, dangerouslySetInnerHTML: { __html: children.join("") } });
}

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const html = Buffer.from(body, "base64").toString();
const page = parse(html, { scriptingEnabled: false }).childNodes.map(nodeOf);
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

createServer((_request, response) => {
  const answer = brotliCompressSync(`<!doctype html>${renderToString(page)}`, { params });
  response.writeHead(200, { ...headers, "content-length": answer.length }).end(answer);
}).listen(Number(process.env.PORT), "127.0.0.1");
