import { z } from "zod";
import type { Catalog } from "~/features/catalog/catalog";
import { idField } from "~/ids.schema";
import { type BriefField, briefSteps, type TypedBrief } from "./brief";
import { mostBriefFiles } from "./brief-files";
import { mostQuestions, type NewProject } from "./project";
import { chooseWords, openAgain, projectOf, projectSchema } from "./project.schema";

/** Characters of a text that a draft keeps: twice what the longest may have once it is posted. */
const longestTyped = 20_000;

const oneText = z
  .string({ error: "Please enter one text here" })
  .overwrite((typed) => typed.replace(/\r\n?/g, "\n"))
  .max(longestTyped, `Please use at most ${longestTyped} characters`);
const text = oneText.default("");

const { serviceIds, toolIds, visualStyleIds, budgetTypeId, projectType } = projectSchema.shape;

const typedSchema = z.object({
  title: text,
  description: text,
  brandLink: text,
  serviceIds,
  toolIds,
  visualStyleIds,
  deliverables: text,
  // With the empty ones, so that each stays in its field.
  questions: z
    .array(text, { error: "Please enter one text here" })
    .max(mostQuestions, `Please ask at most ${mostQuestions} questions`)
    .default([]),
  budgetTypeId,
  budgetDetails: text,
  startDate: text,
  timeline: text,
  projectType,
}) satisfies z.ZodType<TypedBrief>;

const button = z.string({ error: openAgain }).optional();

/**
 * A step, or several, as the page sends them. Each button has its own name: lynx sends all that share one. `key` is
 * the draft's, and `steps` says which of them are in the form.
 */
export const briefFormSchema = typedSchema.extend({
  key: idField(openAgain),
  steps: z.array(z.enum(briefSteps, { error: openAgain }), { error: openAgain }).default([]),
  toDetails: button,
  toRequirements: button,
  toBudget: button,
  toFiles: button,
  post: button,
});

/** Of a brief's references. 'add' brings files, or names uploads that arrived before. */
export const briefFilesSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("add"),
      draftKey: idField(openAgain).optional(),
      key: idField(openAgain),
      upload: z.array(z.string().max(40)).max(mostBriefFiles).default([]),
    }),
    z.object({
      intent: z.literal("remove"),
      draftKey: idField(openAgain).optional(),
      file: idField(openAgain),
    }),
  ],
  { error: openAgain },
);

export type BriefErrors = Record<string, string[]>;

/** What posting a brief needs: the project, or what is wrong, by field. */
export function checkBrief(
  typed: TypedBrief,
  catalog: Catalog,
): { project: NewProject; errors: null } | { project: null; errors: BriefErrors } {
  const errors: BriefErrors = {};
  const add = (name: string, message: string) => {
    errors[name] = [...(errors[name] ?? []), message];
  };
  const checked = projectSchema.safeParse(typed);
  for (const { path, message } of checked.error?.issues ?? []) add(nameOf(path), message);
  for (const name of unknownChoices(typed, catalog)) add(name, chooseWords);
  if (!checked.success || Object.keys(errors).length > 0) return { project: null, errors };
  return { project: projectOf(checked.data), errors: null };
}

/** As forms name it: 'questions[2]'. */
const nameOf = ([field, ...rest]: PropertyKey[]) =>
  [field, ...rest.map((index) => `[${String(index)}]`)].join("");

function unknownChoices(typed: TypedBrief, { byId }: Catalog): BriefField[] {
  const lists = [
    ["serviceIds", typed.serviceIds, byId.services],
    ["toolIds", typed.toolIds, byId.tools],
    ["visualStyleIds", typed.visualStyleIds, byId.styles],
    ["budgetTypeId", typed.budgetTypeId === null ? [] : [typed.budgetTypeId], byId.budgets],
  ] as const;
  return lists.filter(([, ids, names]) => ids.some((id) => !Object.hasOwn(names, id))).map(([name]) => name);
}

/** Only those of what was sent; a missing title waits until the brief is posted. */
export function errorsIn(sent: Partial<TypedBrief>, errors: BriefErrors | null): BriefErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(sent, name.replace(/\[.*/, ""))),
  );
}
