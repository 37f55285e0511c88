import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { isFormTokenGood } from "./form-token.server";
import { badRequest } from "./refusals.server";
import type { RouteArgs } from "./request-context.server";

type FormResult = SubmissionResult<string[]>;

export type ReadForm<Value> =
  | {
      ok: true;
      value: Value;
      /** The same page again, 400 unless told, with the values kept and these errors beside their fields ('' is the form's own). */
      refuse: (
        errors: Record<string, string[]>,
        status?: number,
      ) => ReturnType<typeof data<{ result: FormResult }>>;
    }
  | { ok: false; reply: ReturnType<typeof data<{ result: FormResult }>> };

/**
 * Reads a native form and checks it against a schema. Fields that the schema does not name are left out;
 * of a field that came twice, and should come once, the schema decides.
 * @throws the page for a body that is no form (415), is damaged (400), or whose origin nobody vouches for (403)
 */
export async function readForm<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const form = await readFields(args);
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ["password"] };
  if (submission.status !== "success") {
    return { ok: false, reply: data({ result: submission.reply(hidden) as FormResult }, 400) };
  }
  const refuse = (errors: Record<string, string[]>, status = 400) => {
    const { "": formErrors, ...fieldErrors } = errors;
    return data({ result: submission.reply({ ...hidden, formErrors, fieldErrors }) as FormResult }, status);
  };
  args.context.sent = { fields: form, refuse };
  return { ok: true, value: submission.value as z.output<Schema>, refuse };
}

/**
 * The fields of a form, once it is known to be one and to come from us.
 * @param how.isVouchedFor the address holds a secret that stands for the form token
 */
export async function readFields(args: RouteArgs, how: { isVouchedFor?: boolean } = {}): Promise<FormData> {
  const type = args.request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw badRequest(415, "That was not a form", "Please go back and use the form on the page.");
  }
  let form: FormData;
  try {
    form = await args.request.formData();
  } catch {
    throw badRequest(400, "The form did not arrive whole", "Please go back and send it again.");
  }
  if (
    args.context.needsFormToken &&
    !how.isVouchedFor &&
    !(await isFormTokenGood(args.request, form.get("_token")))
  ) {
    throw badRequest(
      403,
      "We could not tell where this form came from",
      "Please open the page again and send it from there.",
    );
  }
  refuseOddFields(form);
  args.context.sent = { fields: form };
  return form;
}

/** Several times what the longest form of ours sends. */
const mostFields = 1_000;

/** Turns away what no page of ours sends, before anything tries to make sense of it. */
function refuseOddFields(form: FormData): void {
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    // Conform reads names as paths: 'x[4294967294]' would become a list of four thousand million, and a name of
    // its own an intent that makes one.
    const isOdd = name.length > 100 || /\[\d{4,}\]/.test(name) || name.startsWith("__");
    if (isOdd || count > mostFields) {
      throw badRequest(400, "That was not a form of ours", "Please go back and use the form on the page.");
    }
    // PostgreSQL stores no NUL in a text.
    if (typeof value === "string" && value.includes("\0")) {
      throw badRequest(
        400,
        "The form contains a character that cannot be stored",
        `Please go back and remove it from '${name.slice(0, 40)}'.`,
      );
    }
  }
}
