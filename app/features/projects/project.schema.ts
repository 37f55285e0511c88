import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { amountTextLimit, amountUnits, type Price } from "~/features/catalog/amount";
import { errorsByControl, readPrice } from "~/features/catalog/amount-reading";
import type { Catalog } from "~/features/catalog/catalog";
import { hiddenField, idField, lineField, linkField, textField } from "~/fields.schema";
import { tidyLine } from "~/lines";
import { type BriefField, briefSteps, mostBriefFiles, type TypedBrief } from "./brief";
import {
  mostNamedSamples,
  mostQuestions,
  type NewApplication,
  type NewProject,
  projectLimits,
} from "./project";

export const mostSamplesWords = `Please choose up to ${mostNamedSamples} samples`;
export const chooseWords = "Please choose from the list";

/** An ID from a catalog. `checkBrief` and the database check whether it exists. */
const catalogId = z
  .number({ error: chooseWords })
  .int(chooseWords)
  .positive(chooseWords)
  .max(2_147_483_647, chooseWords);
const ids = z
  .array(catalogId, { error: chooseWords })
  .max(100, chooseWords)
  .transform((chosen) => [...new Set(chosen)])
  .default([]);

const startDate = z
  .literal("")
  .or(z.iso.date("Please enter a date like 2027-03-31"))
  .default("")
  // PostgreSQL has no year 0.
  .refine((date) => !date.startsWith("0000"), "Please enter a date like 2027-03-31")
  .transform((date) => date || null);

const questions = z
  // Empty fields of the form arrive as undefined.
  .array(textField(projectLimits.question).default(""), { error: "Please enter a single answer here" })
  .transform((asked) => asked.filter((question) => question !== ""))
  .refine((asked) => asked.length <= mostQuestions, `Please ask no more than ${mostQuestions} questions`)
  .default([]);

const nullable = linkField.transform((link) => link || null);
const amount = textField(amountTextLimit).overwrite(tidyLine).default("");

const optional = (name: "description" | "budgetDetails" | "deliverables" | "timeline") =>
  textField(projectLimits[name]).default("");

/** A brief as posted. Only the title is required. */
export const projectSchema = z.object({
  title: lineField(projectLimits.title, "Please enter a title"),
  description: optional("description"),
  brandLink: nullable,
  serviceIds: ids,
  toolIds: ids,
  visualStyleIds: ids,
  deliverables: optional("deliverables"),
  budgetTypeId: catalogId.nullable().default(null),
  budgetFrom: amount,
  budgetTo: amount,
  budgetUnit: z.enum(amountUnits, { error: chooseWords }).or(z.literal("")).default(""),
  budgetDetails: optional("budgetDetails"),
  startDate,
  timeline: optional("timeline"),
  projectType: z.enum(["one-time", "ongoing"], { error: chooseWords }).default("one-time"),
  questions,
});

/** `version`: `versionOf` the brief that the form was rendered with. */
export const editSchema = projectSchema.extend({ version: hiddenField(100, reloadAndRetry).optional() });

/** The budget or, by field, what's wrong with it. The budget type suggests the unit, and may allow no amount at all. */
export function readBudget(
  { budgetTypeId, budgetFrom: from, budgetTo: to, budgetUnit: unit, budgetDetails: note }: BudgetFields,
  { budgetTypes }: Pick<Catalog, "budgetTypes">,
): { price: Price; errors: null } | { price: null; errors: BriefErrors } {
  const type = budgetTypes.find(({ id }) => id === budgetTypeId);
  const typed = type?.unit === null ? { from: "", to: "" } : { from, to };
  const how = { suggested: type?.unit, noteLimit: projectLimits.budgetDetails };
  const read = readPrice({ ...typed, unit, note }, how);
  return read.errors ? { price: null, errors: errorsByControl(read.errors, budgetControls) } : read;
}

type BudgetFields = Pick<
  TypedBrief,
  "budgetTypeId" | "budgetFrom" | "budgetTo" | "budgetUnit" | "budgetDetails"
>;

/** Turns the form's values into the project as it's stored. */
export function projectOf(typed: z.output<typeof projectSchema>, { amount, note }: Price): NewProject {
  const { projectType, budgetFrom: _from, budgetTo: _to, budgetUnit: _unit, ...given } = typed;
  return { ...given, amount, budgetDetails: note, isOngoing: projectType === "ongoing" };
}

const budgetControls = {
  from: "budgetFrom",
  to: "budgetTo",
  unit: "budgetUnit",
  note: "budgetDetails",
} as const;

const answerMissing = "Please answer this question";

/** The schema can't tell whether every question has an answer. `apply` checks that. */
export const applicationSchema = z.object({
  note: textField(projectLimits.note, "Please write a note").min(1, "Please write a note"),
  portfolioLink: nullable,
  answers: z
    .array(textField(projectLimits.answer, answerMissing).min(1, answerMissing), {
      error: "Please enter a single answer here",
    })
    .max(mostQuestions, reloadAndRetry)
    .default([]),
  questionsVersion: hiddenField(100, reloadAndRetry).default(""),
  sampleIds: z
    .array(idField(reloadAndRetry), { error: reloadAndRetry })
    .max(mostNamedSamples, mostSamplesWords)
    .default([]),
}) satisfies z.ZodType<NewApplication>;

export const projectPageSchema = z.discriminatedUnion("intent", [
  applicationSchema.extend({ intent: z.literal("apply") }),
  z.object({ intent: z.literal("withdraw") }),
  z.object({ intent: z.literal("decline-invitation") }),
]);

/** A path with as many selected people as a list keeps (`mostTicked`). */
const back = hiddenField(1000).default("");
const declineNote = textField(projectLimits.declineNote).default("");

/**
 * What an owner can do with one application. `back` is where to return to; without it, the next undecided application
 * follows.
 */
export const applicantSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(["accept", "take-back", "shortlist", "archive", "restore"]), back }),
  z.object({ intent: z.literal("decline"), note: declineNote, back }),
  z.object({
    intent: z.literal("release"),
    reason: textField(projectLimits.releaseReason, "Please write a reason").min(1, "Please write a reason"),
    back,
  }),
  z.object({
    intent: z.literal("note"),
    privateNote: textField(projectLimits.privateNote).default(""),
    back,
  }),
]);

/** When the newest application that the page showed was sent. */
const newestRead = z.iso
  .datetime(reloadAndRetry)
  .meta({ isHidden: true })
  .transform((time) => new Date(time))
  // PostgreSQL has no year 0.
  .refine((time) => time.getTime() >= 0, reloadAndRetry);

export const projectStatusSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(["complete", "cancel", "reopen", "extend"]) }),
  z.object({ intent: z.literal("decline-rest"), upTo: newestRead, note: declineNote }),
]);

export const invitationSchema = z.object({
  projectId: idField("Please choose a project"),
  note: textField(projectLimits.invitation).default(""),
});

/** In characters per field: twice what a project may have, so that a draft keeps text that's too long to post. */
const longestTyped = 20_000;

const oneText = z
  .string({ error: "Please enter a single answer here" })
  .overwrite((typed) => typed.replace(/\r\n?/g, "\n"))
  .max(longestTyped, `Please use at most ${longestTyped} characters`);
const text = oneText.default("");

const { serviceIds, toolIds, visualStyleIds, budgetTypeId, budgetUnit, projectType } = projectSchema.shape;

const typedSchema = z.object({
  title: text,
  description: text,
  brandLink: text,
  serviceIds,
  toolIds,
  visualStyleIds,
  deliverables: text,
  // Keeps empty questions, so that the others stay in their fields.
  questions: z
    .array(text, { error: "Please enter a single answer here" })
    .max(mostQuestions, `Please ask no more than ${mostQuestions} questions`)
    .default([]),
  budgetTypeId,
  budgetFrom: text,
  budgetTo: text,
  budgetUnit,
  budgetDetails: text,
  startDate: text,
  timeline: text,
  projectType,
}) satisfies z.ZodType<TypedBrief>;

const button = hiddenField(10, reloadAndRetry).optional();
const draftMark = button.transform(Boolean);

/**
 * The form with one or several steps of a draft. `key` and `isStored` are the draft's, as in `DraftOfForm`, and `steps`
 * says which steps the form contains.
 * Each button has its own name, because lynx sends all buttons that share one.
 */
export const briefFormSchema = typedSchema.extend({
  key: idField(reloadAndRetry),
  isStored: draftMark,
  steps: z.array(z.enum(briefSteps, { error: reloadAndRetry }), { error: reloadAndRetry }).default([]),
  toDetails: button,
  toRequirements: button,
  toBudget: button,
  toFiles: button,
  toPreview: button,
  post: button,
});

/** The form for a brief's references. 'add' comes with files, or with the IDs of resumable uploads. */
export const briefFilesSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("add"),
      draftKey: idField(reloadAndRetry).optional(),
      isStored: draftMark,
      key: idField(reloadAndRetry),
      upload: z.array(hiddenField(40)).max(mostBriefFiles).default([]),
    }),
    z.object({
      intent: z.literal("remove"),
      draftKey: idField(reloadAndRetry).optional(),
      isStored: draftMark,
      file: idField(reloadAndRetry),
    }),
  ],
  { error: reloadAndRetry },
);

export type BriefErrors = Record<string, string[]>;

/** Turns a draft into the project to post or, if it can't be posted, returns the errors by field. */
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
  const budget = readBudget(typed, catalog);
  for (const [name, messages] of Object.entries(budget.errors ?? {}))
    for (const message of messages) add(name, message);
  if (!checked.success || !budget.price || Object.keys(errors).length > 0) return { project: null, errors };
  return { project: projectOf(checked.data, budget.price), errors: null };
}

/** The field's name as forms write it: 'questions[2]'. */
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

/** Picks the errors in fields that were sent. */
export function errorsIn(sent: Partial<TypedBrief>, errors: BriefErrors | null): BriefErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(sent, name.replace(/\[.*/, ""))),
  );
}
