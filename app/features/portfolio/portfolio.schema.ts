import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { idField, lineField, linkField, textField } from "~/fields.schema";
import { sampleLimits } from "./sample";

const facts = {
  title: lineField(sampleLimits.title, "Please enter a title"),
  part: textField(sampleLimits.part).default(""),
  alt: textField(sampleLimits.alt)
    .transform((typed) => typed || null)
    .default(null),
  service: z.coerce.number().int().positive().optional().catch(undefined),
  madeOn: z.iso
    .date("Please enter a date")
    .refine((day) => day >= "1950-01-01" && new Date(day).getTime() < Date.now() + 86_400_000, {
      error: "Please enter a date from 1950 to today",
    })
    .optional(),
};

const key = idField(reloadAndRetry);

/**
 * A file in the same form, or `upload`, the ID of an earlier resumable upload. In that case, the form's file is a
 * video's still.
 */
const newFile = z.object({
  intent: z.literal("file"),
  key,
  ...facts,
  /** By default, the file's name. */
  title: facts.title.optional(),
  upload: z.string().max(40).optional(),
  /** Shown if the form is refused. */
  uploadName: z.string().max(200).optional(),
});

const newLink = z.object({
  intent: z.literal("link"),
  key,
  ...facts,
  url: linkField.refine((url) => url !== "", "Please enter a link to your work"),
});

export const newSampleSchema = z.discriminatedUnion("intent", [newFile, newLink], {
  error: reloadAndRetry,
});

/** From one sample's page. 'still' has a picture in the same form. */
export const editSampleSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...facts }),
  z.object({ intent: z.literal("still") }),
  z.object({ intent: z.literal("drop-still") }),
]);

/** The form that the list of samples posts. */
export const arrangeSchema = z.object({
  sample: idField("Please choose one of your samples"),
  /** With 'place': the sample that should come next. Without one, the sample moves to the end. */
  before: idField("Please choose one of your samples").optional(),
  intent: z.enum(["up", "down", "place", "cover", "no-cover", "remove", "restore"], {
    error: "Please press the button again",
  }),
});
