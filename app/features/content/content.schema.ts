import { z } from "zod";
import { blogCategories } from "./blog.ts";
import { faqTopics } from "./faq.ts";
import type { ProseNode } from "./prose.ts";

const line = z.string().trim().min(1).max(200);
const title = line.max(80);
/** Shown by search engines and in link previews. */
const description = z.string().trim().min(40).max(170);
const day = z.iso.date("write the date as 2026-11-23");
/** A file name without its extension. */
const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "write a file name without its extension");
/** A path on this site. */
const to = z.string().startsWith("/");

/** The front matter that a file may have, by its folder in content/. Unknown fields are refused, to catch typos. */
export const frontMatter = {
  /** Posts are listed newest first. The newest one with `featured` is at the top. */
  blog: z.strictObject({
    title,
    description,
    date: day,
    /** The ID of a file in content/team. */
    author: name,
    category: z.enum(blogCategories),
    featured: z.boolean().default(false),
  }),
  /** Open jobs, listed by `order`. */
  careers: z.strictObject({
    title,
    description,
    team: line,
    place: line,
    employment: z.enum(["Full-time", "Part-time"]),
    posted: day,
    order: z.int(),
  }),
  /** Sample people, listed by `order`. */
  team: z.strictObject({
    name: title,
    description,
    role: line,
    skills: z.array(line).min(1),
    email: z.email().endsWith("@example.com"),
    phone: z.string().regex(/^\(\d{3}\) 555-01\d\d$/),
    place: line,
    projects: z.array(
      z.strictObject({ title: line, status: z.enum(["in_progress", "needs_review", "completed"]) }),
    ),
    order: z.int(),
  }),
  /** Texts of pages that show only one file. */
  pages: z.strictObject({
    title,
    description,
    lead: z.string().trim().min(1),
    points: z
      .array(
        z.strictObject({
          title: line,
          text: z.string().trim().min(1),
          /** The heading that this point appears under, on pages with several. */
          part: line.optional(),
          /** The page where people can see this for themselves. */
          to: to.optional(),
          /** Set if the feature doesn't exist yet, so that the page can say so. */
          planned: z.literal(true).optional(),
        }),
      )
      .default([]),
    /** Where to send applications for a job. */
    applications: z.email().optional(),
    comparison: z
      .strictObject({
        others: z.tuple([line, line]),
        /** `to` is the page of this site that proves the claim. */
        rows: z.array(z.strictObject({ what: line, ours: line, others: z.tuple([line, line]), to })),
      })
      .optional(),
  }),
  legal: z.strictObject({ title, description, updated: day }),
  /** Questions, listed by `order`. The file's text is the answer. */
  "help/faq": z.strictObject({ question: line, category: z.enum(faqTopics), order: z.int() }),
  /** Documents that people can download. The build turns these files into the formats in `as`. */
  safety: z.strictObject({ title, description, as: z.enum(["docx", "pdf"]), order: z.int() }),
  "safety/questions": z.strictObject({ question: line, order: z.int() }),
};

export type Folder = keyof typeof frontMatter;

/** A file of content/, as the build hands it to pages. */
export type ContentFile<In extends Folder> = z.infer<(typeof frontMatter)[In]> & {
  /** The file name without its extension. */
  id: string;
  words: number;
  body: ProseNode[];
};
