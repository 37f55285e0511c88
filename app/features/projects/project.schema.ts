import { z } from "zod";
import type { Catalog } from "~/features/catalog/catalog";
import { idField, linkField, textField } from "~/fields.schema";
import { type BriefField, briefSteps, mostBriefFiles, type TypedBrief } from "./brief";
import {
  mostNamedSamples,
  mostQuestions,
  type NewApplication,
  type NewProject,
  projectLimits,
} from "./project";

const openAgain = "Please open the page again";
export const mostSamplesWords = `Please choose at most ${mostNamedSamples} samples`;
export const chooseWords = "Please choose from the list";

/** A catalog's ids; whether it has them is checked when they are stored. */
const ids = z
  .array(
    z.number({ error: chooseWords }).int(chooseWords).positive(chooseWords).max(2_147_483_647, chooseWords),
    {
      error: chooseWords,
    },
  )
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
  // The form's empty fields arrive as undefined.
  .array(textField(projectLimits.question).default(""), { error: "Please enter one text here" })
  .transform((asked) => asked.filter((question) => question !== ""))
  .refine((asked) => asked.length <= mostQuestions, `Please ask at most ${mostQuestions} questions`)
  .default([]);

const nullable = linkField.transform((link) => link || null);
const optional = (name: "description" | "budgetDetails" | "deliverables" | "timeline") =>
  textField(projectLimits[name]).default("");

/** Only the title is required. */
export const projectSchema = z.object({
  title: textField(projectLimits.title, "Please enter a title").min(1, "Please enter a title"),
  description: optional("description"),
  brandLink: nullable,
  serviceIds: ids,
  toolIds: ids,
  visualStyleIds: ids,
  deliverables: optional("deliverables"),
  budgetTypeId: z
    .number({ error: chooseWords })
    .int(chooseWords)
    .positive(chooseWords)
    .max(2_147_483_647, chooseWords)
    .nullable()
    .default(null),
  budgetDetails: optional("budgetDetails"),
  startDate,
  timeline: optional("timeline"),
  projectType: z.enum(["one-time", "ongoing"], { error: chooseWords }).default("one-time"),
  questions,
});

/** As it is stored. */
export function projectOf({ projectType, ...given }: z.output<typeof projectSchema>): NewProject {
  return { ...given, isOngoing: projectType === "ongoing" };
}

const answerMissing = "Please answer this question";

/** Whether every question has its answer is checked when it is stored. */
export const applicationSchema = z.object({
  note: textField(projectLimits.note, "Please write a note").min(1, "Please write a note"),
  portfolioLink: nullable,
  answers: z
    .array(textField(projectLimits.answer, answerMissing).min(1, answerMissing), {
      error: "Please enter one text here",
    })
    .max(mostQuestions, openAgain)
    .default([]),
  questionsVersion: z.string().max(100, openAgain).default(""),
  sampleIds: z
    .array(idField(openAgain), { error: openAgain })
    .max(mostNamedSamples, mostSamplesWords)
    .default([]),
}) satisfies z.ZodType<NewApplication>;

/** The forms of a project's own page. */
export const projectPageSchema = z.discriminatedUnion("intent", [
  applicationSchema.extend({ intent: z.literal("apply") }),
  z.object({ intent: z.literal("withdraw") }),
  z.object({ intent: z.literal("decline-invitation") }),
]);

const back = z.string().max(500).default("");
const declineNote = textField(projectLimits.declineNote).default("");

/** What an owner does with one application. `back`: where to return to. */
export const applicantSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(["accept", "take-back", "shortlist", "archive", "restore"]), back }),
  z.object({ intent: z.literal("decline"), note: declineNote, back }),
  z.object({
    intent: z.literal("note"),
    privateNote: textField(projectLimits.privateNote).default(""),
    back,
  }),
]);

/** When the newest application of a page was sent. */
const newestRead = z.iso
  .datetime(openAgain)
  .transform((time) => new Date(time))
  // PostgreSQL has no year 0.
  .refine((time) => time.getTime() >= 0, openAgain);

/** What an owner does with a project. */
export const projectStatusSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(["complete", "cancel", "reopen", "extend"]) }),
  z.object({ intent: z.literal("decline-rest"), upTo: newestRead, note: declineNote }),
]);

export const invitationSchema = z.object({
  projectId: idField("Please choose a project"),
  note: textField(projectLimits.invitation).default(""),
});

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
  // Includes empty ones, so that each stays in its field.
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

/** The forms for a brief's references. 'add' brings files, or names earlier uploads. */
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

/** The name in forms: 'questions[2]'. */
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

/** Only errors in what was sent; the title may be missing until the brief is posted. */
export function errorsIn(sent: Partial<TypedBrief>, errors: BriefErrors | null): BriefErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(sent, name.replace(/\[.*/, ""))),
  );
}
