import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { Reply, Visitor } from "./request";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/**
 * What to do to a control: text to type, an option's text, whether to check a box, the texts to choose in a group, or
 * files.
 */
type Change = string | boolean | readonly string[] | File | readonly File[];
/** The changes, each under its control's label, the beginning of the label, or the legend of the control's group. */
export type Changes = Record<string, Change>;

export interface Where {
  /**
   * If several buttons have the same name: the heading, legend or label of the part of the page that contains the right
   * one.
   */
  within?: string;
}

/** What a browser without script sends, once the button is pressed. */
export interface Submission {
  method: "get" | "post";
  path: string;
  enctype: string;
  fields: [name: string, value: string | File][];
}

/**
 * Presses the page's button with this accessible name. If the page is given as a path, loads it first.
 * @throws if a person couldn't do this: the page has no such button, field or choice, a text is too long, or something
 * required is missing
 */
export async function press(
  visitor: Visitor,
  page: Reply | string,
  button: string,
  changes: Changes = {},
  where: Where = {},
): Promise<Reply> {
  const shown = typeof page === "string" ? await visitor.get(page) : page;
  return send(visitor, fillIn(shown, button, changes, where));
}

export async function send(visitor: Visitor, { method, path, enctype, fields }: Submission): Promise<Reply> {
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : value.name,
  ]);
  if (method === "get") return visitor.get(`${path.split("?")[0]}?${new URLSearchParams(texts)}`);
  if (enctype !== "multipart/form-data") return visitor.post(path, texts);
  return visitor.send("POST", path, await multipart(fields));
}

/** Encodes fields and files as multipart/form-data. */
export async function multipart(fields: Iterable<readonly [string, string | File]>) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  return {
    headers: { "Content-Type": encoded.headers.get("Content-Type") ?? undefined },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** What the button would send, so that a test can send it later, twice, or tampered with. Throws as `press` does. */
export function fillIn(
  page: Reply,
  button: string,
  changes: Changes = {},
  { within }: Where = {},
): Submission {
  const all = [...elementsIn(parse(page.html, { scriptingEnabled: false }))];
  const submitter = findButton(page, all, button, within);
  const form = formOf(submitter);
  if (!form) throw new Error(`"${button}" of ${page.path} is outside of any form`);
  const controls = new Map<Element, Value[]>();
  for (const element of all) {
    if (isField(element) && !isDisabled(element) && formOf(element) === form) {
      const value = shownValue(element);
      if (value.length > 0) choose(controls, element, value);
      else controls.set(element, value);
    }
  }
  for (const [label, value] of Object.entries(changes)) change(controls, label, value);
  const own = (name: string) => attribute(submitter, `form${name}`) ?? attribute(form, name);
  if (own("novalidate") === undefined) for (const control of controls.keys()) check(controls, control);

  const method = own("method")?.toLowerCase() ?? "get";
  if (method !== "get" && method !== "post") throw new Error(`"${button}" of ${page.path} sends nothing`);
  const site = "http://site.example";
  const action = new URL(own("action") || page.path, site + page.path);
  if (action.origin !== site)
    throw new Error(`"${button}" of ${page.path} leads to ${action.href}, outside of the site`);
  const fields: Submission["fields"] = [];
  for (const element of all) {
    const name = attribute(element, "name");
    const values =
      element === submitter ? [attribute(element, "value") ?? ""] : (controls.get(element) ?? []);
    for (const value of values)
      if (name) fields.push([name, typeof value === "string" ? value.replace(/\r\n?|\n/g, "\r\n") : value]);
  }
  return { method, path: action.pathname + action.search, enctype: own("enctype") ?? "", fields };
}

export interface TextField {
  name: string;
  value: string;
  /** What the page says is wrong with the field's text; empty if nothing is. */
  error: string;
  /** Whether the page counts its characters. */
  isCounted: boolean;
}

/** The single- and multi-line text fields in each of the page's POST forms, without passwords. */
export function textFieldsOf(page: Reply): TextField[][] {
  const all = [...elementsIn(parse(page.html, { scriptingEnabled: false }))];
  const forms = all.filter(
    (element) => element.tagName === "form" && attribute(element, "method")?.toLowerCase() === "post",
  );
  return forms.map((form) =>
    all
      .filter((element) => isWritten(element) && formOf(element) === form && isOpen(element))
      .map((element) => ({
        name: attribute(element, "name") ?? "",
        value: String(shownValue(element)[0] ?? ""),
        error:
          attribute(element, "aria-invalid") === "true"
            ? textOf(withId(element, `${attribute(element, "id")}-error`))
            : "",
        isCounted: [...elementsIn(element.parentNode as Node)].some((beside) =>
          attribute(beside, "aria-live"),
        ),
      })),
  );
}

const isWritten = (element: Element) =>
  element.tagName === "textarea" ||
  (element.tagName === "input" && /^(text|email|url|search|tel)$/.test(attribute(element, "type") ?? "text"));

/**
 * Replaces what the form sends under this name with values that no page would send, or removes it if none are given.
 */
export const forge = (form: Submission, name: string, ...values: string[]): Submission => {
  const forged = values.map((value): [string, string] => [name, value]);
  return { ...form, fields: [...form.fields.filter(([one]) => one !== name), ...forged] };
};

/**
 * Removes the field that says which account the page was rendered for, as an attacker would do to get another account
 * to send the form.
 */
export const unmarked = (form: Submission): Submission => forge(form, "_account");

const words = (elements: Iterable<Element>) =>
  [...elements].map((one) => `"${nameOf(one)}"`).join(", ") || "none";

function findButton(page: Reply, all: Element[], name: string, within?: string): Element {
  const buttons = all.filter(
    (element) => isSubmit(element) && isOpen(element) && (!within || isWithin(element, within)),
  );
  const found = buttons.filter((element) => nameOf(element) === name);
  const [button] = found;
  if (!button || found.length > 1) {
    const place = `${page.path} (${page.status})${within ? `, "${within}",` : ""}`;
    throw new Error(`${place} has ${found.length} buttons "${name}" among ${words(buttons)}`);
  }
  if (isDisabled(button)) throw new Error(`"${name}" of ${page.path} is disabled`);
  return button;
}

const parts = "article, section, li, tr, form, fieldset, details, dialog, aside, nav, main".split(", ");
const headings = "h1, h2, h3, h4, h5, h6, legend, summary, caption, th, dt, a, label".split(", ");

/** Whether the element is in a part of the page that has this label or, as its own heading, this text. */
function isWithin(element: Element, within: string): boolean {
  return ancestorsOf(element).some(
    (part) =>
      isOneOf(part, parts) &&
      (labelOf(part) === within ||
        [...elementsIn(part)].some(
          (heading) =>
            isOneOf(heading, headings) &&
            textOf(heading) === within &&
            ancestorsOf(heading).find((one) => isOneOf(one, parts)) === part,
        )),
  );
}

type Value = string | File;
/** A form's controls, with the field that each one sends. */
type Controls = Map<Element, Value[]>;

function change(controls: Controls, label: string, value: Change): void {
  const open = [...controls.keys()].filter(
    (control) => attribute(control, "type") !== "hidden" && !has(control, "readonly") && isOpen(control),
  );
  const find = (among: Element[], name: string): Element => {
    const exact = among.filter((one) => nameOf(one) === name);
    const found = exact.length > 0 ? exact : among.filter((one) => nameOf(one).startsWith(name));
    if (found.length === 1 && found[0]) return found[0];
    throw new Error(`the form has ${found.length} fields "${name}" to change among ${words(among)}`);
  };
  const group = open.filter(
    (one) => isChecked(one) && ancestorsOf(one).some((set) => textOf(legendOf(set)) === label),
  );
  if (group.length > 0 && typeof value !== "boolean") {
    for (const one of group) controls.set(one, []);
    for (const name of list(value)) {
      const chosen = find(group, String(name));
      choose(controls, chosen, [ownValue(chosen)]);
    }
    return;
  }
  const control = find(open, label);
  if (isChecked(control)) {
    if (typeof value !== "boolean") throw new Error(`"${label}" is a checkbox and takes a boolean`);
    choose(controls, control, value ? [ownValue(control)] : []);
  } else if (control.tagName === "select") {
    controls.set(
      control,
      list(value).map((name) => ownValue(find(optionsOf(control), String(name)))),
    );
  } else if (attribute(control, "type") === "file") {
    controls.set(control, list(value));
  } else {
    if (typeof value !== "string") throw new Error(`"${label}" takes text`);
    if (value.length > limit(control, "maxlength"))
      throw new Error(`"${label}" takes at most ${limit(control, "maxlength")} characters`);
    if (value && value.length < limit(control, "minlength"))
      throw new Error(`"${label}" takes at least ${limit(control, "minlength")} characters`);
    if (sanitized(control, value) !== value) throw new Error(`"${label}" can't hold "${value}"`);
    controls.set(control, [value]);
  }
}

const list = (value: Change): Value[] => (Array.isArray(value) ? value : [value]) as Value[];

/** Chooses a radio button, and clears the others in its group. */
function choose(controls: Controls, control: Element, value: Value[]): void {
  for (const other of controls.keys()) if (isSameRadio(other, control)) controls.set(other, []);
  controls.set(control, value);
}

const isChecked = (control: Element) => /^(checkbox|radio)$/.test(attribute(control, "type") ?? "");
const isSameRadio = (one: Element, other: Element) =>
  [one, other].every((control) => attribute(control, "type") === "radio") &&
  attribute(one, "name") === attribute(other, "name");

function shownValue(control: Element): Value[] {
  if (isChecked(control)) return has(control, "checked") ? [ownValue(control)] : [];
  if (attribute(control, "type") === "file") return [new File([], "", { type: "application/octet-stream" })];
  if (control.tagName === "textarea") return [rawText(control)];
  if (control.tagName === "input") return [sanitized(control, attribute(control, "value") ?? "")];
  const selected = optionsOf(control).filter((option) => has(option, "selected"));
  if (has(control, "multiple")) return selected.map(ownValue);
  return (selected.length > 0 ? selected.slice(-1) : optionsOf(control).slice(0, 1)).map(ownValue);
}

const optionsOf = (select: Element) =>
  [...elementsIn(select)].filter((option) => option.tagName === "option" && !isDisabled(option));

const ownValue = (control: Element) =>
  attribute(control, "value") ?? (control.tagName === "option" ? textOf(control) : "on");

/** As browsers do, clears a value that doesn't fit the field's type, and removes line breaks from one-line fields. */
function sanitized(control: Element, value: string): string {
  const type = attribute(control, "type");
  if (control.tagName === "textarea" || type === "hidden") return value;
  if (type === "number") return value.trim() && Number.isFinite(Number(value)) ? value : "";
  if (type !== "date") return value.replace(/[\r\n]/g, "");
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : "";
}

/** Throws if a browser wouldn't submit the form. */
function check(controls: Controls, control: Element): void {
  const type = attribute(control, "type");
  if (type === "hidden" || has(control, "readonly")) return;
  const isAnswered = (one: Element) =>
    (controls.get(one) ?? []).some((value) => (typeof value !== "string" ? value.name : value));
  const [value = ""] = controls.get(control) ?? [];
  const number = type === "number" && value ? Number(value) : Number.NaN;
  const reason =
    has(control, "required") &&
    ![...controls.keys()].some((one) => (one === control || isSameRadio(one, control)) && isAnswered(one))
      ? "is required"
      : type === "email" && value && !/^[^\s@]+@[^\s@]+$/.test(String(value))
        ? "isn't an email address"
        : type === "url" && value && !URL.canParse(String(value))
          ? "isn't a web address"
          : number < limit(control, "min") || number > limit(control, "max")
            ? "is out of range"
            : null;
  if (reason) throw new Error(`a browser sends nothing: "${nameOf(control)}" ${reason}`);
}

const isSubmit = (element: Element) =>
  element.tagName === "button"
    ? (attribute(element, "type") ?? "submit") === "submit"
    : element.tagName === "input" && /^(submit|image)$/.test(attribute(element, "type") ?? "");

const isField = (element: Element) =>
  isOneOf(element, ["input", "select", "textarea"]) &&
  !/^(submit|image|button|reset)$/.test(attribute(element, "type") ?? "");

const isDisabled = (element: Element) =>
  has(element, "disabled") ||
  ancestorsOf(element).some(
    (one) =>
      isOneOf(one, ["fieldset", "optgroup"]) &&
      has(one, "disabled") &&
      !ancestorsOf(element).some((legend) => legend === legendOf(one)),
  );

/** Whether people can get to the element without script, including with a screen reader. */
const isOpen = (element: Element) =>
  ![element, ...ancestorsOf(element)].some(
    (one) =>
      has(one, "hidden") ||
      has(one, "inert") ||
      attribute(one, "aria-hidden") === "true" ||
      (one.tagName === "dialog" && !has(one, "open")),
  );

function formOf(element: Element): Element | undefined {
  const id = attribute(element, "form");
  if (id === undefined) return ancestorsOf(element).find(({ tagName }) => tagName === "form");
  const named = withId(element, id);
  return named?.tagName === "form" ? named : undefined;
}

const legendOf = (set: Element) =>
  set.tagName === "fieldset"
    ? [...elementsIn(set)].find(({ tagName, parentNode }) => tagName === "legend" && parentNode === set)
    : undefined;

/** The accessible name, computed with as much of the specification as our pages need. */
function nameOf(element: Element): string {
  const own = labelOf(element);
  if (own || isOneOf(element, ["button", "option"])) return own || textOf(element);
  if (isSubmit(element)) return attribute(element, "value") ?? "";
  const labels = pageOf(element).filter(
    (label) =>
      label.tagName === "label" &&
      (has(label, "for")
        ? withId(element, attribute(label, "for")) === element
        : ancestorsOf(element).includes(label)),
  );
  return labels.map(textOf).join(" ") || (attribute(element, "title") ?? "");
}

function labelOf(element: Element): string {
  const ids = attribute(element, "aria-labelledby");
  if (!ids) return attribute(element, "aria-label") ?? "";
  const named = ids.split(/\s+/).map((id) => textOf(withId(element, id)));
  return named.join(" ").trim();
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;
const has = (element: Element, name: string) => attribute(element, name) !== undefined;
const limit = (element: Element, name: string) => Number(attribute(element, name) ?? Number.NaN);
const isOneOf = (element: Element, names: string[]) => names.includes(element.tagName);

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let node: Node | null = element.parentNode; node && "tagName" in node; node = node.parentNode)
    found.push(node);
  return found;
}

const pageOf = (element: Element) => [...elementsIn(ancestorsOf(element).at(-1) ?? element)];
const withId = (element: Element, id?: string) =>
  pageOf(element).find((one) => has(one, "id") && attribute(one, "id") === id);

function* elementsIn(node: Node): Iterable<Element> {
  if (!("childNodes" in node)) return;
  for (const child of node.childNodes) {
    if ("tagName" in child) yield child;
    yield* elementsIn(child);
  }
}

const textOf = (element?: Element) => (element ? rawText(element).replace(/\s+/g, " ").trim() : "");

/** The text without parts that an accessible name leaves out. */
function rawText(node: Node): string {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (!("childNodes" in node)) return "";
  if (node.nodeName === "img") return attribute(node as Element, "alt") ?? "";
  return node.childNodes
    .filter(
      (child) =>
        !("tagName" in child) ||
        !(
          isOneOf(child, ["script", "style", "select", "textarea"]) ||
          has(child, "hidden") ||
          attribute(child, "aria-hidden") === "true"
        ),
    )
    .map(rawText)
    .join("");
}
