import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { logSecurity } from "~/platform/security-log.server";
import { declaredNames } from "./declared-names";
import { type FormLimits, readPairs } from "./form-fields.server";
import { isFormTokenValid } from "./form-token.server";
import { badRequest } from "./refusals.server";
import type { RouteArgs } from "./request-context.server";

type FormResult = SubmissionResult<string[]>;

export type ReadForm<Value> =
  | {
      ok: true;
      value: Value;
      /**
       * The same page, 400 by default, with the values kept and errors beside their fields ('' is the form's own).
       */
      refuse: (
        errors: Record<string, string[]>,
        status?: number,
      ) => ReturnType<typeof data<{ result: FormResult }>>;
    }
  | { ok: false; reply: ReturnType<typeof data<{ result: FormResult }>> };

interface ReadOptions {
  /** A secret in the URL replaces the form token. */
  isVouchedFor?: boolean;
}

/**
 * Only names that the schema declares are read or returned; a list is a repeated name.
 * @throws a page for a body that is not a form (415), is too large (413), is damaged or too long (400), or has no
 * valid token where one is needed (403)
 */
export async function readForm<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  how: ReadOptions = {},
): Promise<ReadForm<z.output<Schema>>> {
  return parseFields(args, schema, await readDeclared(args, schema, how));
}

/** Fields that were read already, by name. */
export function parseFields<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  fields: URLSearchParams,
): ReadForm<z.output<Schema>> {
  const submission = parseWithZod(fields, { schema });
  const hidden = { hideFields: ["password", "oldPassword", "code", ...namesBeyond(writtenBack, fields)] };
  if (submission.status !== "success") {
    return { ok: false, reply: data({ result: submission.reply(hidden) as FormResult }, 400) };
  }
  const refuse = (errors: Record<string, string[]>, status = 400) => {
    const { "": formErrors, ...fieldErrors } = errors;
    return data({ result: submission.reply({ ...hidden, formErrors, fieldErrors }) as FormResult }, status);
  };
  args.context.sent = { fields, refuse };
  return { ok: true, value: submission.value as z.output<Schema>, refuse };
}

/** Text browsers send every button with the pressed one's name, so equal values of a single field are merged. */
export async function readDeclared(
  args: RouteArgs,
  schema: z.ZodType,
  { isVouchedFor = false }: ReadOptions = {},
): Promise<URLSearchParams> {
  const pairs = await readPairs(args.request, schema.meta() as FormLimits | undefined);
  const token = pairs.find(([name]) => name === "_token")?.[1];
  if (args.context.needsFormToken && !isVouchedFor && !(await isFormTokenValid(args.request, token))) {
    const userId = (await args.context.actor)?.userId;
    logSecurity({ event: "csrf-refused", why: "no-form-token", userId }, args.context.clientAddress);
    throw badRequest(
      403,
      "We could not tell where this form came from",
      "Please open the page again and send it from there.",
    );
  }
  const fields = declaredFields(schema, pairs);
  args.context.sent = { fields };
  return fields;
}

/** @throws a page for a character that cannot be stored (400) */
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

/** Characters: more than any of our pages can send. Writing 64 kB back took 6 MB. */
const writtenBack = 32_000;

function namesBeyond(most: number, fields: URLSearchParams): string[] {
  let length = 0;
  const names: string[] = [];
  for (const [name, value] of fields) {
    length += value.length;
    if (length > most) names.push(name);
  }
  return names;
}

/** PostgreSQL text cannot store NUL. */
function refuseNul(name: string, value: string): void {
  if (!value.includes("\0")) return;
  throw badRequest(
    400,
    "The form contains a character that cannot be stored",
    `Please go back and remove it from '${name}'.`,
  );
}
