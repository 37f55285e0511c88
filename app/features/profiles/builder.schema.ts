import { z } from "zod";
import { reloadAndRetry, useItsButtons } from "~/failure-words";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import { isForbiddenName } from "~/features/accounts/person-name";
import { amountTextLimit, amountUnits } from "~/features/catalog/amount";
import { errorsByControl } from "~/features/catalog/amount-reading";
import { hiddenField, lineField, linkField, textField } from "~/fields.schema";
import { tidyLine } from "~/lines";
import { longestLink } from "~/links";
import {
  builderSteps,
  type Choices,
  controlNames,
  idsAmong,
  type ListField,
  type TextField,
  textLimits,
} from "./builder";
import { networkLink, networks, networkWords } from "./network-links";
import {
  availabilityLabels,
  experienceLabels,
  type LinkKey,
  linkKeys,
  noAnswers,
  type ProfileAnswers,
  type ProfileLinks,
  priceControls,
} from "./profile";
import { readPriceFields } from "./profile-price";
import { namesIn, type ProfileSection } from "./sections";
import type { UserType } from "./user-type";

const chooseRoleWords = "Failed to update your user type. Please try again.";
const nameWords = "Please enter your full name";

export const roleSchema = z.object({
  userType: z.enum(["creator", "contributor"], { error: chooseRoleWords }),
});

const optionalText = (name: TextField) => textField(textLimits[name]).default("");
const optionalLine = (name: TextField) => textField(textLimits[name]).overwrite(tidyLine).default("");

const level = z
  .enum(Object.keys(experienceLabels) as (keyof typeof experienceLabels)[], {
    error: "Please choose from the list",
  })
  .or(z.literal(""))
  .default("");
const availability = z
  .enum(Object.keys(availabilityLabels) as (keyof typeof availabilityLabels)[], {
    error: "Please choose from the list",
  })
  .or(z.literal(""))
  .default("");

const amountText = textField(amountTextLimit).overwrite(tidyLine).default("");
const unit = z.enum(amountUnits, { error: "Please choose from the list" }).or(z.literal("")).default("");

/** Reports errors in the price, for schemas that may include its fields. */
function checkPrice(given: Partial<ProfileAnswers>, context: z.RefinementCtx): void {
  const { errors } = readPriceFields({ ...noAnswers, ...given });
  for (const [name, [message]] of Object.entries(errorsByControl(errors ?? {}, priceControls)))
    context.addIssue({ code: "custom", path: [name], message });
}

function answersSchema(choices: Choices) {
  const list = (name: ListField) => {
    const allowed = idsAmong(choices[name]);
    return (
      z
        // -1 is never a valid ID, so a value that isn't a number gives the message for the whole list instead of one
        // for an item.
        .array(z.number().catch(-1), { error: "Please choose from the list" })
        .refine((ids) => ids.every((id) => allowed.has(id)), "Please choose from the list")
        .transform((ids) => [...new Set(ids)])
        .default([])
    );
  };
  return z.object({
    name: optionalLine("name"),
    bio: optionalText("bio"),
    location: optionalLine("location"),
    currentProject: optionalText("currentProject"),
    styleDescription: optionalText("styleDescription"),
    otherTools: optionalLine("otherTools"),
    projectsGoodAt: optionalText("projectsGoodAt"),
    priceFrom: amountText,
    priceTo: amountText,
    priceUnit: unit,
    priceNote: optionalLine("priceNote"),
    turnaroundTime: optionalLine("turnaroundTime"),
    portfolio: optionalText("portfolio"),
    experienceLevel: level,
    availability,
    contentType: list("contentType"),
    visualStyle: list("visualStyle"),
    brandTone: list("brandTone"),
    tools: list("tools"),
    servicesOffered: list("servicesOffered"),
    creativeServices: list("creativeServices"),
    strategicServices: list("strategicServices"),
  }) satisfies z.ZodType<ProfileAnswers>;
}

/** 'work' completes the profile, as 'complete' does, and then opens the page that uploads a sample. */
const intents = ["next", "back", "complete", "work"] as const;

/** What happens when the form is sent without a named button, as with Enter. */
const forward = (userType: UserType, step: number) =>
  step === builderSteps[userType].length ? "complete" : "next";

/**
 * The form of one step, counted from 1: its own answers, all optional, the button's intent, and the role that the page
 * was rendered for.
 */
export function stepSchema(userType: UserType, step: number, choices: Choices) {
  const names = (builderSteps[userType][step - 1]?.fields ?? []).flatMap(controlNames);
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<keyof ProfileAnswers, true>;
  const answers = answersSchema(choices);
  return answers
    .extend({ name: answers.shape.name.refine((name) => !isForbiddenName(name), forbiddenNameWords) })
    .pick(mask)
    .extend({
      intent: z.enum(intents, { error: useItsButtons }).default(forward(userType, step)),
      userType: z.enum(["creator", "contributor"], { error: reloadAndRetry }),
    })
    .superRefine(checkPrice);
}

/**
 * Accepts a handle, which it turns into a URL, or a URL on that network. Refuses other sites, because the link would
 * appear under the network's name.
 */
const networkField = (key: LinkKey) =>
  networks[key]
    ? z
        .string({ error: networkWords(key) })
        .overwrite((typed) => typed.trim())
        .max(longestLink, { error: `Please use at most ${longestLink} characters`, abort: true })
        .default("")
        .transform((typed, context) => {
          const link = networkLink(key, typed);
          if (link !== null) return link;
          context.addIssue({ code: "custom", message: networkWords(key) });
          return z.NEVER;
        })
    : linkField;

const links = Object.fromEntries(linkKeys.map((key) => [key, networkField(key)])) as Record<
  keyof ProfileLinks,
  typeof linkField
>;

const fieldsSchema = (choices: Choices) =>
  answersSchema(choices).extend({
    name: lineField(textLimits.name, nameWords),
    portfolio: linkField,
    ...links,
    /** The profile that the form was rendered for. */
    profileId: hiddenField(100).optional(),
    /** `versionOf` the values in the form when it was rendered. People don't fill this in. */
    version: z.custom<string>((given) => typeof given === "string").optional(),
  });

/** Accepts the fields of all sections, for reading a form whose section isn't known yet. */
export const profileSchema = fieldsSchema({});

/** Accepts the fields of one section. */
export function sectionSchema(section: ProfileSection, choices: Choices) {
  const names = [...namesIn(section), "profileId", "version"];
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<FieldName, true>;
  return fieldsSchema(choices).pick(mask).superRefine(checkPrice) as z.ZodType<Partial<Fields>>;
}

type Fields = z.output<ReturnType<typeof fieldsSchema>>;
type FieldName = keyof Fields;
