import { once } from "node:events";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { badRequest } from "./refusals.server";

/** The most that a form may weigh, in bytes: 5,000 characters of any script, percent-encoded, fit. */
export const formBytes = 64 * 1024;

/** How much a form may hold, unless its schema's `meta({ mostNames, mostValues })` says more. */
export interface FormRoom {
  mostNames?: number;
  mostValues?: number;
}

const notOurForm = () =>
  badRequest(400, "That form has too many fields", "Please go back and use the form on the page.");

/**
 * The fields of a body, in order, as they were typed; files are left out. Nothing is made of their names.
 * @throws the page for a body that is no form (415), too large (413), damaged, or with too many fields (400)
 */
export async function readPairs(
  request: Request,
  { mostNames = 100, mostValues = 200 }: FormRoom = {},
): Promise<[string, string][]> {
  const kind = formKind(request.headers.get("Content-Type"));
  if (!kind) throw badRequest(415, "That was not a form", "Please go back and use the form on the page.");
  if (!(Number(request.headers.get("Content-Length") ?? 0) <= formBytes)) {
    throw badRequest(413, "That is too much at once", `Please send at most ${formBytes / 1024} kB.`);
  }
  const pairs =
    kind === "urlencoded"
      ? await readUrlencoded(request, mostValues)
      : await readMultipart(request, mostValues);
  if (pairs.length > mostValues || new Set(pairs.map(([name]) => name)).size > mostNames) throw notOurForm();
  return pairs;
}

/** What kind of form a Content-Type announces; null for anything else. */
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

async function readUrlencoded(request: Request, mostValues: number): Promise<[string, string][]> {
  const text = await request.text().catch(refuseDamaged);
  // Counted before it is parsed: 64 kB hold 32,000 fields.
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > mostValues) throw notOurForm();
  }
  return [...new URLSearchParams(text)];
}

/** In steps, so that a body of 1,000 parts is left at the first one too many: read whole it costs 140 ms. */
const step = 4 * 1024;

async function readMultipart(request: Request, mostValues: number): Promise<[string, string][]> {
  const body = Buffer.from(await request.arrayBuffer().catch(refuseDamaged));
  const pairs: [string, string][] = [];
  let isTooMuch = false;
  const form = openForm(request, mostValues, () => {
    isTooMuch = true;
  });
  form.on("field", (name, value) => pairs.push([name, value]));
  form.on("file", (_name, file) => file.resume());
  const read = once(form, "finish").catch(refuseDamaged);
  for (let at = 0; at < body.length && !isTooMuch; at += step) form.write(body.subarray(at, at + step));
  if (isTooMuch) {
    form.destroy();
    read.catch(() => {});
    throw notOurForm();
  }
  form.end();
  await read;
  return pairs;
}

function openForm(request: Request, mostValues: number, onTooMuch: () => void): BusboyInstance {
  try {
    const form = new Busboy({
      headers: { "content-type": request.headers.get("Content-Type") ?? "" },
      limits: { fields: mostValues, files: 4, parts: mostValues + 4, fieldSize: formBytes, headerPairs: 20 },
    });
    return form.on("fieldsLimit", onTooMuch).on("filesLimit", onTooMuch).on("partsLimit", onTooMuch);
  } catch {
    return refuseDamaged();
  }
}

function refuseDamaged(): never {
  throw badRequest(400, "The form did not arrive whole", "Please go back and send it again.");
}
