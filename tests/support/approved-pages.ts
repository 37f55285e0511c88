import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { Icon, iconNames } from "~/ui/icon";
import { outlineOf } from "./outline";
import type { Reply } from "./request";

const drawings = iconNames.map((name) => {
  const [path = ""] = /<path .*<\/path>/.exec(renderToStaticMarkup(createElement(Icon, { name }))) ?? [];
  return { name, path };
});

const month = "(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*";
const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";
/** What two runs write differently: what depends on the clock, the build's file names, and generated names. */
const varying: [RegExp, string][] = [
  [/<!--.*?-->/gs, ""],
  [/<script(?! type="application\/ld)[^>]*>.*?<\/script>/gs, ""],
  [/<time\b[^>]*>[^<]*<\/time>/g, "‹time›"],
  [new RegExp(`\\b(?:${day}, )?${month} \\d{1,2}(?:, \\d{4})?\\b`, "g"), "‹date›"],
  [new RegExp(`\\b${month} \\d{4}\\b`, "g"), "‹month›"],
  [/\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g, "‹date›"],
  [/(?<!\d)\d{4}-\d\d-\d\d(?:T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?Z?)?\b/g, "‹date›"],
  [/\b20[2-9]\d\b/g, "‹year›"],
  [/\b\d{1,2}:\d\d [AP]M\b/g, "‹time›"],
  // An email's size depends on the length of the dates in it.
  [/\b\d+\.\d KB\b/g, "‹size›"],
  [/(\/assets\/[\w.-]+?)-[\w-]{8}\./g, "$1."],
  [/\bperson-\d+-[0-9a-f]{8}\b/g, "person"],
  [/\bPerson \d+\b/g, "Person"],
  [/\b(?:Africa\/)?Abidjan\b|\b(?:Etc\/)?GMT(?:[-+]\d+)?/g, "‹zone›"],
];

/**
 * Numbers IDs and tokens in the order in which the page shows them. One of 1,500 signatures (43 characters) has no
 * digit, so their length counts, too.
 */
function numbered(html: string): string {
  const known: string[] = [];
  return html.replace(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![\w-])(?=[\w-]*\d|[\w-]{40})(?=[\w-]*[A-Z])[\w-]{20,}(?:\.[\w.-]+)?|\b[0-9a-f]{8}(?:-[0-9a-f]{4})?\b/g,
    (id) => {
      if (!known.includes(id)) known.push(id);
      return `‹${known.indexOf(id) + 1}›`;
    },
  );
}

function counts(what: string, all: string[]): string[] {
  const times = new Map<string, number>();
  for (const one of all) times.set(one, (times.get(one) ?? 0) + 1);
  const list = [...times].map(([one, count]) => (count > 1 ? `${one} ×${count}` : one)).sort();
  return list.length > 0 ? [`${what}: ${list.join(", ")}`] : [];
}

/**
 * A page as text that people can read and compare: its status, title, what it says and offers, and how often it uses
 * each icon and class. What surrounds the page's own part is left out unless it's asked for.
 */
function pageInWords(reply: Reply, isWhole: boolean): string[] {
  const { status, location, headers } = reply;
  const answer = [status, numbered(location), headers["cache-control"], headers["x-robots-tag"]];
  const first = answer.filter(Boolean).join(" · ");
  if (!headers["content-type"]?.startsWith("text/html")) return [first];
  const html = varying.reduce((text, [pattern, word]) => text.replace(pattern, word), numbered(reply.html));
  const head = html.matchAll(
    /<title>.*?<\/title>|<meta (?:name="(?:description|robots)"|property).*?>|<link rel="(?:canonical|alternate).*?>|<script type="application\/ld.*?<\/script>/gs,
  );
  const body = html.slice(html.indexOf("<body"));
  const main = isWhole ? body : (/<main\b.*<\/main>/s.exec(body)?.[0] ?? body);
  return [
    first,
    ...outlineOf([...head].map(([tag]) => `<p>${tag}</p>`).join("")),
    ...outlineOf(main),
    ...counts(
      "Icons",
      drawings.flatMap(({ name, path }) => Array(main.split(path).length - 1).fill(name)),
    ),
    ...counts(
      "Classes",
      [...main.matchAll(/ class="([^"]+)"/g)].flatMap(([, list = ""]) => list.split(" ")),
    ),
  ];
}

/**
 * Compares pages, each under a heading, with the text file that was approved. Pages with the same text share it. After an
 * intended change, Vitest's option `-u` rewrites the files, and a reviewer reads what differs.
 * @param options.isWhole whether what surrounds each page's own part is compared, too
 */
export async function expectApproved(
  file: string,
  pages: Iterable<readonly [heading: string, reply: Reply]>,
  { isWhole = false } = {},
): Promise<void> {
  const headings = new Map<string, string[]>();
  for (const [heading, reply] of pages) {
    const text = pageInWords(reply, isWhole).join("\n");
    headings.set(text, [...(headings.get(text) ?? []), `== ${numbered(heading)}\n`]);
  }
  const book = [...headings].map(([text, all]) => `${all.join("")}${text}\n`).join("\n");
  await expect.soft(book).toMatchFileSnapshot(`../approved/${file}.txt`, file);
}
