import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { hiddenField, idField, lineField, linkField, textField } from "~/fields.schema";
import { sampleLimits } from "./sample";

const facts = {
  title: lineField(sampleLimits.title, "Please enter a title"),
  part: textField(sampleLimits.part).default(""),
  alt: textField(sampleLimits.alt)
    .transform((typed) => typed || null)
    .default(null),
  service: z.int32().positive().optional().catch(undefined),
  madeOn: z.iso
    .date({ error: "Please enter a date like 2026-03-31", abort: true })
    .refine((day) => day >= "1950-01-01" && new Date(day).getTime() < Date.now() + 86_400_000, {
      error: "Please enter a date from 1950 to today",
    })
    .optional(),
};

const key = idField(reloadAndRetry);

/**
 * A new sample with a file. Either the form contains the file, or `upload` is the ID of a resumable upload, and the
 * form's file, if any, is a video's still.
 */
const newFile = z.object({
  intent: z.literal("file"),
  key,
  ...facts,
  /** Without a title, the sample gets its file's name. */
  title: facts.title.optional(),
  upload: hiddenField(40).optional(),
  /** The upload's file name, to show again if the form is refused. */
  uploadName: hiddenField(200).optional(),
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

/** The forms on a sample's own page. 'still' comes with a picture. */
export const editSampleSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...facts }),
  z.object({ intent: z.literal("still") }),
  z.object({ intent: z.literal("drop-still") }),
]);

/** The forms on the page with all samples. */
export const arrangeSchema = z.object({
  sample: idField("Please choose one of your samples"),
  /** For 'place': the sample to put it before. Without one, it moves to the end. */
  before: idField("Please choose one of your samples").optional(),
  intent: z.enum(["up", "down", "place", "cover", "no-cover", "remove", "restore"]),
});
