import { z } from "zod";
import { hiddenField, idField, lineField, textField } from "~/fields.schema";
import { favoriteLimits } from "./favorites";

export const saveSchema = z.object({
  intent: z.enum(["save", "remove"]),
  /** The page to return to. */
  from: hiddenField(2000).optional(),
});

/** For /saved. */
export const cleanSchema = z.object({ intent: z.literal("clean") });

const listName = lineField(favoriteLimits.listName, "Please enter a name");

export const newListSchema = z.object({ name: listName });

export const listSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: listName }),
  z.object({ intent: z.literal("delete") }),
]);

/** For the page of one favorite. */
export const favoriteSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("note"), note: textField(favoriteLimits.note).default("") }),
  z.object({
    intent: z.literal("lists"),
    lists: z
      .array(idField("Please choose from your lists"), { error: "Please choose from your lists" })
      .max(favoriteLimits.lists, "Please choose from your lists")
      .transform((chosen) => [...new Set(chosen)])
      .default([]),
  }),
]);
