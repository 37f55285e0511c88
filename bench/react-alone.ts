import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** As React writes it: quoted attributes, closed elements, raw text only in scripts. */
const token =
  /<!--.*?-->|<!doctype[^>]*>|<(script)\b([^>]*)>(.*?)<\/script>|<\/([\w-]+)>|<([\w-]+)((?:\s[^\s=>]+="[^"]*")*)\s*(\/?)>|[^<]+/gis;

function elementsOf(text: string): ReactNode {
  const root = { name: "", given: "", children: [] as ReactNode[] };
  const open = [root];
  const add = (child: ReactNode) => open.at(-1)?.children.push(child);
  for (const match of text.matchAll(token)) {
    const [whole, script, scriptGiven = "", raw, closed, opened, given = "", alone] = match;
    if (script) {
      add(createElement("script", { ...propsOf(scriptGiven), dangerouslySetInnerHTML: { __html: raw } }));
    } else if (closed) {
      const last = open.pop();
      if (last) add(createElement(last.name, propsOf(last.given), ...last.children));
    } else if (opened && alone) add(createElement(opened, propsOf(given)));
    else if (opened) open.push({ name: opened, given, children: [] });
    else if (!whole.startsWith("<")) add(decoded(whole));
  }
  return root.children;
}

const flags = ["autoFocus", "checked", "disabled", "hidden", "multiple", "open", "required", "selected"];

/** React passes lower-case names through, but expects styles as objects and flags as true. */
function propsOf(given: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of given.matchAll(/([^\s=]+)="([^"]*)"/g)) {
    const flag = value === "" ? flags.find((one) => one.toLowerCase() === name) : undefined;
    if (name === "style") props.style = stylesOf(decoded(value));
    else props[flag ?? name] = flag ? true : decoded(value);
  }
  return props;
}

const stylesOf = (text: string) => {
  const rules = text.split(";").filter(Boolean);
  return Object.fromEntries(rules.map((rule) => rule.split(/:(.*)/).slice(0, 2)));
};

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => characters[name] ?? "");

// A page's elements with React's renderToString and brotli 4, without Remix, session or database: the upper limit for a
// rendered page. The elements are read once from the page's HTML.
const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const page = elementsOf(Buffer.from(body, "base64").toString());
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

createServer((_request, response) => {
  const answer = brotliCompressSync(`<!doctype html>${renderToString(page)}`, { params });
  response.writeHead(200, { ...headers, "content-length": answer.length }).end(answer);
}).listen(Number(process.env.PORT), "127.0.0.1");
