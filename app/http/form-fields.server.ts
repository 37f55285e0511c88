import { setImmediate } from "node:timers/promises";
import { badRequest } from "./refusals.server";

/** Fits 5,000 characters of any script, percent-encoded. */
export const formBytes = 64 * 1024;

/** Raised by the schema's `meta({ maxNames, maxValues })`. */
export interface FormLimits {
  maxNames?: number;
  maxValues?: number;
}

const contentTypeOf = (request: Request) => request.headers.get("Content-Type") ?? "";

const notOurForm = () =>
  badRequest(400, "That form has too many fields", "Please go back and use the form on the page.");

/**
 * In order, as sent; files are skipped.
 * @throws a page for a body that is not a form (415), is too large (413), is damaged, or has too many fields (400)
 */
export async function readPairs(
  request: Request,
  { maxNames = 100, maxValues = 200 }: FormLimits = {},
): Promise<[string, string][]> {
  const kind = formKind(contentTypeOf(request));
  if (!kind) throw badRequest(415, "That was not a form", "Please go back and use the form on the page.");
  if (!(Number(request.headers.get("Content-Length") ?? 0) <= formBytes)) {
    throw badRequest(413, "That is too large", `Please send at most ${formBytes / 1024} kB.`);
  }
  const pairs =
    kind === "urlencoded"
      ? await readUrlencoded(request, maxValues)
      : await readMultipart(request, maxValues);
  if (pairs.length > maxValues || new Set(pairs.map(([name]) => name)).size > maxNames) throw notOurForm();
  return pairs;
}

/** From a Content-Type; null for anything else. */
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

/** Turns of the event loop; Node accepts one connection in each, a health check's among them. */
const turnsBetweenForms = 16;
let lastForm: Promise<void> = Promise.resolve();

/** One form at a time: of 300 that arrived together, the last kept everyone waiting 4 s. */
function waitForTurn(): Promise<void> {
  lastForm = lastForm.then(async () => {
    for (let turn = 0; turn < turnsBetweenForms; turn += 1) await setImmediate();
  });
  return lastForm;
}

async function readUrlencoded(request: Request, maxValues: number): Promise<[string, string][]> {
  const text = await request.text().catch(() => refuseDamaged(request));
  await waitForTurn();
  // 64 kB can hold 32,000 fields.
  if (occursMoreThan(maxValues - 1, text, "&")) throw notOurForm();
  return [...new URLSearchParams(text)];
}

/** Before parsing, which takes far longer. */
function occursMoreThan(most: number, text: string | Buffer, piece: string): boolean {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0 && count <= most; at = text.indexOf(piece, at + 1)) count += 1;
  return count > most;
}

/** By the platform's parser: Busboy took ten times as long for 200 parts. */
async function readMultipart(request: Request, maxValues: number): Promise<[string, string][]> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(contentTypeOf(request)) ?? [];
  const boundary = quoted ?? plain ?? refuseDamaged(request);
  const body = Buffer.from(await request.arrayBuffer().catch(() => refuseDamaged(request)));
  await waitForTurn();
  // The last boundary ends the last part.
  if (occursMoreThan(maxValues + 1, body, `--${boundary}`)) throw notOurForm();
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  const fields = await new Response(body, { headers }).formData().catch(() => refuseDamaged(request));
  const pairs: [string, string][] = [];
  for (const [name, value] of fields) if (typeof value === "string") pairs.push([name, value]);
  return pairs;
}

function refuseDamaged({ signal }: Request): never {
  // No page for a client that has gone: a thousand at once took half a second.
  signal.throwIfAborted();
  throw badRequest(400, "The form did not arrive completely", "Please go back and send it again.");
}
