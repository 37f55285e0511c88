import { randomBytes } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import { reloadAndRetry, retryText } from "~/failure-words";
import type { UnsentForm } from "~/features/accounts/unsent-forms.server";
import { formBytes } from "~/form-size";
import { networkOf } from "~/platform/rate-limit.server";
import { isSigned, sign } from "~/platform/secrets.server";
import { logSecurity } from "~/platform/security-log.server";
import { sessionTokenIn, signedTokenOf, visitorCookie } from "./cookies.server";
import { type ArrivedForm, isSecret, markIn, refuseOthersForm, type SignedOut } from "./form-account.server";
import { waitForTurn } from "./form-turns.server";
import { type FormErrors, type PreservedForm, type RouteArgs, returnPathOf } from "./request-context.server";

/** The data of a thrown response. */
export type Refusal =
  | { kind: "not-found"; written?: Written }
  | { kind: "forbidden"; text: string; written?: Written }
  | { kind: "admins-only"; written?: Written }
  | SignedOut
  | ({ kind: "warned" } & PreservedForm)
  | { kind: "bad-request"; title: string; text: string; written?: Written }
  | TooLarge
  | { kind: "failed"; title: string; text: string; preserved: PreservedForm | null };

/** What a person wrote in a form that's refused, by field, so that they can use it elsewhere. */
type Written = [name: string, value: string][];

/** The 404 page, for the caller to throw. Private or blocked things look the same as things that don't exist. */
export function notFound() {
  return data<Refusal>({ kind: "not-found" }, 404);
}

/** @throws a 404 for null or undefined */
export function orNotFound<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw notFound();
  return value;
}

export function forbidden(text: string) {
  return data<Refusal>({ kind: "forbidden", text }, 403);
}

/** The 403 page for members who aren't admins. The admin area's existence isn't a secret. */
export function adminsOnly() {
  return data<Refusal>({ kind: "admins-only" }, 403);
}

/** The error page for a form that no page can show again. With 410, it doesn't offer to open the same page again. */
export function badRequest(status: 400 | 403 | 409 | 410 | 413 | 415 | 429, title: string, text: string) {
  return data<Refusal>({ kind: "bad-request", title, text }, status);
}

export const tooManyAttempts = (waitSeconds: number) =>
  `Too many attempts. Please try again ${retryText(waitSeconds)}.`;

/** A form with more text than we accept. */
export interface TooLarge {
  kind: "too-large";
  title: string;
  text: string;
  /**
   * The form's contents, so that the person can shorten them and send them again. Null if they aren't known. We don't
   * store them.
   */
  unsent: (UnsentForm & { mark?: string }) | null;
}

/**
 * A form above `formBytes` is read up to this size, so that the response can show what it says. Firefox loses the
 * text on Back.
 */
export const readableBytes = 4 * formBytes;

const nothingSent = `A form can hold ${formBytes / 1024} KB of text. Nothing was sent.`;

/** For a form that we don't read. Most browsers keep what people typed on the previous page. */
export const tooLargeWords = {
  title: "That's too large",
  text: `${nothingSent} Go back in your browser. Most browsers keep what you wrote, so you can shorten it.`,
};

/** @param form what the page shows, if the form was read to its end and came from one of our pages */
export function tooLarge(args: RouteArgs, form?: ArrivedForm) {
  if (!form) return data<TooLarge>({ kind: "too-large", ...tooLargeWords, unsent: null }, 413);
  const unsent = {
    path: returnPathOf(args.request),
    fields: [...form.fields].filter(([name]) => !isSecret(name)),
    shown: [...form.shown],
    hadFile: form.hasFile,
    mark: markIn(form),
  };
  const text = `${nothingSent} What you wrote is below. Shorten it, then send it again.`;
  return data<TooLarge>({ kind: "too-large", title: tooLargeWords.title, text, unsent }, 413);
}

/** The schema's `meta({ maxNames, maxValues })` raises these. */
interface FormLimits {
  maxNames?: number;
  maxValues?: number;
}

const contentTypeOf = (request: Request) => request.headers.get("Content-Type") ?? "";

/** For a body that no form of ours sends. */
export const useThePage = "Go back and use the form on the page.";

export const notOurForm = () => badRequest(400, "That form has too many fields", useThePage);

export const foreignForm = () =>
  badRequest(
    403,
    "We couldn't tell where this form came from",
    "Open the page again and send the form from there.",
  );

/**
 * The form's pairs in the order they were sent in, without files.
 * @throws a page for a body that isn't a form (415), is too large (413), is damaged or has too many fields (400), or
 * arrives with too many others (429)
 */
async function readPairs(
  args: RouteArgs,
  { maxNames = 100, maxValues = 200 }: FormLimits = {},
): Promise<[string, string][]> {
  const { request } = args;
  const kind = formKind(contentTypeOf(request));
  if (!kind) throw badRequest(415, "We couldn't read that form", useThePage);
  if (!(bytesOf(request) <= readableBytes)) throw tooLarge(args);
  const pairs =
    kind === "urlencoded" ? await readUrlencoded(args, maxValues) : await readMultipart(args, maxValues);
  if (pairs.length > maxValues || new Set(pairs.map(([name]) => name)).size > maxNames) throw notOurForm();
  return pairs;
}

const bytesOf = (request: Request) => Number(request.headers.get("Content-Length") ?? 0);

/** The form's type, from its Content-Type. Null for any other type. */
export function formKind(contentType: string | null | undefined): "urlencoded" | "multipart" | null {
  const [type = ""] = (contentType ?? "").split(";", 1);
  switch (type.trim().toLowerCase()) {
    case "application/x-www-form-urlencoded":
      return "urlencoded";
    case "multipart/form-data":
      return "multipart";
    default:
      return null;
  }
}

/** @throws a page for too many concurrent forms (429) */
async function takeTurn({ request, context }: RouteArgs): Promise<void> {
  const token = await signedTokenOf(request);
  const sender = token === null ? `network:${networkOf(context.clientAddress)}` : `session:${token}`;
  if (await waitForTurn(sender)) return;
  throw badRequest(429, "Too many forms at once", "Please go back and send it again in a few seconds.");
}

async function readUrlencoded(args: RouteArgs, maxValues: number): Promise<[string, string][]> {
  const text = await args.request.text().catch(() => refuseDamaged(args.request));
  await takeTurn(args);
  // 256 kB can hold 128,000 fields.
  if (occursMoreThan(maxValues - 1, text, "&")) throw notOurForm();
  return [...new URLSearchParams(text)];
}

/** Runs before parsing, which takes far longer. */
function occursMoreThan(most: number, text: string | Buffer, piece: string): boolean {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0 && count <= most; at = text.indexOf(piece, at + 1)) count += 1;
  return count > most;
}

/** Uses the platform's parser: Busboy took ten times as long for 200 parts. */
async function readMultipart(args: RouteArgs, maxValues: number): Promise<[string, string][]> {
  const { request } = args;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(contentTypeOf(request)) ?? [];
  const boundary = quoted ?? plain ?? refuseDamaged(request);
  const body = Buffer.from(await request.arrayBuffer().catch(() => refuseDamaged(request)));
  await takeTurn(args);
  // There's one more boundary than there are parts.
  if (occursMoreThan(maxValues + 1, body, `--${boundary}`)) throw notOurForm();
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  const fields = await new Response(body, { headers }).formData().catch(() => refuseDamaged(request));
  const pairs: [string, string][] = [];
  for (const [name, value] of fields) if (typeof value === "string") pairs.push([name, value]);
  return pairs;
}

function refuseDamaged({ signal }: Request): never {
  // A client that has left gets no page, because rendering one for each of a thousand simultaneous clients took half a
  // second.
  signal.throwIfAborted();
  throw cutOff();
}

export const cutOff = () => badRequest(400, "Part of the form didn't arrive", "Go back and send it again.");

/**
 * The CSRF token for browsers that send neither Sec-Fetch-Site nor Origin. It's bound to the session or to a visitor's
 * cookie.
 */
export async function formTokenFor(
  request: Request,
): Promise<{ token: string | null; setCookie: string | null }> {
  if (request.headers.has("Sec-Fetch-Site")) return { token: null, setCookie: null };
  const bound = await boundTo(request);
  if (bound) return { token: sign(`form:${bound}`), setCookie: null };
  const visitor = randomBytes(18).toString("base64url");
  return { token: sign(`form:${visitor}`), setCookie: await visitorCookie.serialize(visitor) };
}

export async function isFormTokenValid(request: Request, token: unknown): Promise<boolean> {
  const bound = await boundTo(request);
  return bound !== null && typeof token === "string" && isSigned(`form:${bound}`, token);
}

async function boundTo(request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  const session = await sessionTokenIn(header);
  if (session) return session;
  const visitor: unknown = await visitorCookie.parse(header);
  return typeof visitor === "string" && visitor ? visitor : null;
}

type FormResult = SubmissionResult<string[]>;
type FormReply = ReturnType<typeof data<{ result: FormResult }>>;

export type ReadForm<Value> =
  | {
      ok: true;
      value: Value;
      /** Shows the same page, with status 400 by default, its values and these errors. */
      refuse: (errors: FormErrors, status?: number) => FormReply;
    }
  | { ok: false; reply: FormReply };

/**
 * The value of a field that only the page's own buttons fill in.
 * @throws a page for anything else (400)
 */
export function pressed<Value>(
  form: ReadForm<Value>,
  title = "That didn't work",
  text = "Go back and use one of the buttons on the page.",
): Value {
  if (!form.ok) throw badRequest(400, title, text);
  return form.value;
}

interface ReadOptions {
  /** A secret in the URL replaces the form token. */
  isVouchedFor?: boolean;
  /** Anyone may send the form, no matter whose page it was on: for example, to sign in or out. */
  isAnyones?: boolean;
}

/**
 * Reads and returns only the names that the schema declares; a repeated name is a list.
 * @throws a page for a body that isn't a form (415), is too large (413), is damaged or has too many fields (400),
 * arrives with too many others (429), or has no valid token where one is needed (403), and what `refuseOthersForm`
 * throws
 */
export async function readForm<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  how: ReadOptions = {},
): Promise<ReadForm<z.output<Schema>>> {
  return parseFields(args, schema, await readDeclared(args, schema, how));
}

/** Validates fields that have already been read, by name. */
export function parseFields<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  fields: URLSearchParams,
): ReadForm<z.output<Schema>> {
  // Only an altered form can break a rule that has no message of its own, and Zod's messages are for developers.
  const submission = parseWithZod(fields, { schema, error: () => reloadAndRetry });
  const hidden = { hideFields: ["password", "oldPassword", "code"] };
  if (submission.status !== "success") {
    return { ok: false, reply: data({ result: submission.reply(hidden) as FormResult }, 400) };
  }
  const refuse = (errors: FormErrors, status = 400) => {
    const byField: Record<string, string[]> = typeof errors === "string" ? { "": [errors] } : errors;
    const { "": formErrors, ...fieldErrors } = byField;
    return data({ result: submission.reply({ ...hidden, formErrors, fieldErrors }) as FormResult }, status);
  };
  args.context.sent = { fields, shown: filledInNames(schema), refuse };
  return { ok: true, value: submission.value as z.output<Schema>, refuse };
}

/** Text browsers send every button that shares the pressed one's name, so equal values of a single field are merged. */
export async function readDeclared(
  args: RouteArgs,
  schema: z.ZodType,
  { isVouchedFor = false, isAnyones = isVouchedFor }: ReadOptions = {},
): Promise<URLSearchParams> {
  const pairs = await readPairs(args, schema.meta() as FormLimits | undefined);
  const fields = declaredFields(schema, pairs);
  const token = pairs.find(([name]) => name === "_token")?.[1];
  const isOurs =
    !args.context.needsFormToken || isVouchedFor || (await isFormTokenValid(args.request, token));
  const form = { pairs, fields, shown: filledInNames(schema), hasFile: false };
  if (bytesOf(args.request) > formBytes) throw tooLarge(args, isOurs ? form : undefined);
  if (!isAnyones) await refuseOthersForm(args, form);
  if (!isOurs) {
    const userId = (await args.context.actor)?.userId;
    logSecurity({ event: "csrf-refused", why: "no-form-token", userId }, args.context.clientAddress);
    throw foreignForm();
  }
  args.context.sent = { fields, shown: form.shown };
  return fields;
}

/** @throws a page for a character that can't be stored (400) */
export function declaredFields(schema: z.ZodType, pairs: Iterable<[string, string]>): URLSearchParams {
  const declared = declaredNames(schema);
  const fields = new URLSearchParams();
  for (const [name, value] of pairs) {
    const field = declared.get(name);
    if (!field || (!field.isList && fields.has(name, value))) continue;
    refuseNul(name, value);
    fields.append(name, value);
  }
  return fields;
}

/** PostgreSQL text can't store NUL. */
function refuseNul(name: string, value: string): void {
  if (!value.includes("\0")) return;
  throw badRequest(
    400,
    "The form has a character we can't store",
    `Go back and remove it from the “${name}” field.`,
  );
}

/**
 * The declared fields that people fill in with text. Leaves out IDs, buttons, choices, hidden fields, and numbers, which
 * are always a choice's ID or an amount that the page showed.
 */
export function filledInNames(schema: z.ZodType): ReadonlySet<string> {
  return new Set([...declaredNames(schema)].flatMap(([name, { isFilledIn }]) => (isFilledIn ? name : [])));
}

interface DeclaredName {
  /** Whether the field may repeat. */
  isList: boolean;
  isFilledIn: boolean;
}

type DeclaredNames = ReadonlyMap<string, DeclaredName>;

/**
 * The fields of an object schema, or of every branch of a union. Forms are flat, so only the top level counts.
 * `_zod.def` is what Zod documents for code that walks a schema (https://zod.dev/library-authors; checked with 4.6.7).
 */
function declaredNames(schema: z.core.$ZodType): DeclaredNames {
  const names = new Map<string, DeclaredName>();
  for (const shape of shapesOf(schema)) {
    for (const [name, field] of Object.entries(shape)) {
      const known = names.get(name);
      const isList = known?.isList || isListField(field);
      names.set(name, { isList, isFilledIn: known?.isFilledIn || isFilledIn(field) });
    }
  }
  return names;
}

function shapesOf(schema: z.core.$ZodType): z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return [def.shape];
    case "union":
      return def.options.flatMap(shapesOf);
    case "intersection":
      return [...shapesOf(def.left), ...shapesOf(def.right)];
    default: {
      const inner = innerOf(schema);
      return inner ? shapesOf(inner) : [];
    }
  }
}

function isListField(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "array") return true;
  if (def.type === "union") return def.options.some(isListField);
  const inner = innerOf(schema);
  return inner !== undefined && isListField(inner);
}

function isFilledIn(schema: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(schema)?.isHidden) return false;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "string") return !("format" in def && (def.format === "uuid" || def.format === "guid"));
  if (def.type === "array") return isFilledIn(def.element);
  if (def.type === "union") return def.options.some(isFilledIn);
  const inner = innerOf(schema);
  return inner !== undefined && isFilledIn(inner);
}

/** The schema that an optional, a default or a transform wraps. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return def.in;
  return "innerType" in def ? def.innerType : undefined;
}
