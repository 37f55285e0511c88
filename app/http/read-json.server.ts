import type { z } from "zod";

/** Of a body that is text. */
const longestBody = 64 * 1024;

/**
 * A JSON body against its schema, for programs. Null if it is not JSON, too large or cannot be stored, or the sender has
 * gone; else its value or what is wrong with it.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; problems: string[] }> {
  const type = (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") return { ok: false, problems: ["The body is not application/json."] };
  const text = await request.text().catch(() => "");
  if (text.length > longestBody) return { ok: false, problems: ["The body is too large."] };
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) =>
      [path.join("."), message].filter(Boolean).join(": "),
    ),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
