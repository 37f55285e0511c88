/**
 * Elements that text browsers put line breaks around, according to HTML 4. lynx and w3m show header and section inline.
 */
const blocks = new Set(
  (
    "address blockquote body br dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr iframe legend li ol option p pre " +
    "select table td textarea th tr ul"
  ).split(" "),
);

const bodyOf = (html: string) =>
  html
    .slice(html.indexOf("<body"))
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "");

/** Finds adjacent inline elements that have no whitespace between them, so that their words run together. */
function wordsRunTogether(body: string): string[] {
  const found: string[] = [];
  let before = "";
  let tags = 0;
  for (const [, name, text] of body.matchAll(/<\/?([a-z][a-z0-9]*)[^>]*>|([^<]+)/gi)) {
    if (name !== undefined) {
      if (blocks.has(name.toLowerCase())) before = "";
      tags += 1;
    } else if (text !== undefined) {
      if (tags > 0 && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(text)) {
        found.push(`${before.slice(-20)}|${text.slice(0, 20)}`);
      }
      before = text;
      tags = 0;
    }
  }
  return found;
}

/** Finds controls without text. An aria-label or an image isn't enough, because text browsers ignore them. */
function namelessControls(body: string): string[] {
  return [...body.matchAll(/<(a|button)\b[^>]*>(.*?)<\/\1>/gs)]
    .filter(([, , inner = ""]) => inner.replace(/<[^>]+>/g, "").trim() === "")
    .map(([whole]) => whole.slice(0, 120));
}

const wordless = (inner = "") => inner.replace(/<[^>]+>|&nbsp;/g, "").trim() === "";

/** Finds headings, labels and options without words. */
function emptyTitles(body: string): string[] {
  return [...body.matchAll(/<(h[1-4]|legend|label|summary|option)\b[^>]*>(.*?)<\/\1>/gs)]
    .filter(([, , inner]) => wordless(inner))
    .map(([whole]) => `without words: ${whole.slice(0, 120)}`);
}

/** Whether the element with this ID is inside a closed <details>. */
function isFolded(html: string, id: string): boolean {
  const before = html.slice(0, html.indexOf(` id="${id}"`));
  const around: string[] = [];
  for (const [tag] of before.matchAll(/<\/?details\b[^>]*>/g)) {
    if (tag.startsWith("</")) around.pop();
    else around.push(tag);
  }
  return around.some((tag) => !/ open\b/.test(tag));
}

/** Finds links in an error summary to fields that don't exist, are hidden, or can't take the focus. */
function brokenSummaryLinks(html: string): string[] {
  const summaries = html.match(/<div [^>]*class="error-summary".*?<\/ul>/gs) ?? [];
  if (summaries.length === 0) return [];
  const focusable = [...html.matchAll(/<(\w+)\b[^>]* id="([^"]*)"[^>]*>/g)]
    .filter(([tag, name = ""]) => /^(input|select|textarea|a)$/.test(name) || / tabindex=/i.test(tag))
    .map(([, , id]) => id);
  return summaries
    .flatMap((summary) => [...summary.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id))
    .filter((id = "") => !focusable.includes(id) || isFolded(html, id))
    .map((id) => `leads nowhere: #${id}`);
}

/** Finds fields with an error that no error summary links to. For responses to forms: the kit shows fields alone. */
export function unlistedErrors(html: string): string[] {
  const summaries = (html.match(/<div [^>]*class="error-summary".*?<\/ul>/gs) ?? []).join();
  return [...html.matchAll(/<\w+\b(?=[^>]* aria-invalid="true")[^>]* id="([^"]*)"/g)]
    .filter(([, id]) => !summaries.includes(`href="#${id}"`))
    .map(([, id]) => `isn't in the error summary: ${id}`);
}

/** Finds lists without items, which leave a gap, and which some screen readers announce. */
const emptyLists = (html: string) => html.match(/<([uod]l)\b[^>]*>\s*<\/\1>/g) ?? [];

const isLiveFrame = (html: string) => html.includes('class="live-page"');

/** Reports the number of h1 headings unless it's one. */
function headingFaults(html: string): string[] {
  const headings = html.match(/<h1[\s>].*?<\/h1>/gs) ?? [];
  return headings.length === 1 || isLiveFrame(html) ? [] : [`h1 headings: ${headings.length}`];
}

/**
 * Finds fields that cut off text, except those for passwords and codes. All other text is kept, counted and refused
 * with an explanation.
 */
function cuttingControls(html: string): string[] {
  return [...html.matchAll(/<(?:input|textarea)\b[^>]* maxlength=[^>]*>/gi)]
    .map(([control]) => control)
    .filter((control) => !/ type="password"| autocomplete="one-time-code"/i.test(control));
}

/** Finds hints and errors that no control or group refers to, and error summaries that can't take the focus. */
function unlinkedNotes(html: string): string[] {
  const described = [...html.matchAll(/ aria-describedby="([^"]*)"/g)].flatMap(([, ids = ""]) =>
    ids.split(" "),
  );
  const notes = [...html.matchAll(/ id="([^"]+-(?:hint|error))"/g)].map(([, id = ""]) => id);
  const summaries = html.match(/<div [^>]*class="error-summary"[^>]*>/g) ?? [];
  return [
    ...notes.filter((id) => !described.includes(id)).map((id) => `describes nothing: ${id}`),
    ...summaries.filter(
      (tag) => !/ role="alert"/.test(tag) || !/ tabindex="-1"/i.test(tag) || !/ autofocus/i.test(tag),
    ),
  ];
}

/** Finds texts that show a missing value as 'undefined' or 'NaN'. */
const missingValues = (body: string) =>
  body.split(/<[^>]+>/).filter((text) => /\b(?:undefined|NaN)\b/.test(text));

/** Finds flaws that no page may have, no matter its content and state. Empty unless the response is a page. */
export function flawsOf(html: string): string[] {
  if (!html.includes("<body")) return [];
  const body = bodyOf(html);
  return [
    ...(/<title>(?:Matchcut: [^<]+|[^\s·|<][^<]* · Matchcut)<\/title>/.test(html)
      ? []
      : ["without a title that ends with our name"]),
    ...emptyTitles(body),
    ...namelessControls(body).map((control) => `without text: ${control}`),
    ...brokenSummaryLinks(body),
    ...emptyLists(body),
    ...wordsRunTogether(body).map((words) => `run together: ${words}`),
    ...unlinkedNotes(body),
    ...cuttingControls(body).map((control) => `cuts off pasted text: ${control}`),
    ...headingFaults(body),
    ...missingValues(body).map((text) => `a missing value: ${text}`),
    ...(body.match(/ (?:href|src|action|class|id|for|value)="[^"]*\b(?:undefined|NaN)\b[^"]*"/g) ?? []),
  ];
}
