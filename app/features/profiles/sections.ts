import { amountWords } from "~/features/catalog/amount";
import { shortened } from "~/graphemes";
import { paths } from "~/paths";
import { builderSteps, type Choices, controlNames, type FieldSpec, type ListField } from "./builder";
import {
  availabilityLabels,
  experienceLabels,
  type LinkKey,
  linkKeys,
  linkLabels,
  type ProfileFields,
} from "./profile";
import { readPriceFields } from "./profile-price";
import type { UserType } from "./user-type";

const sectionIds = ["about", "services", "styles", "tools", "terms", "links"] as const;
export type SectionId = (typeof sectionIds)[number];

/** A part of the profile that the edit page shows as one form. Its fields are the builder's. */
export interface ProfileSection {
  id: SectionId;
  title: string;
  fields: readonly FieldSpec[];
  links?: readonly LinkKey[];
}

type Outline = Record<SectionId, [title: string, ...names: (keyof ProfileFields)[]]>;

const outlines: Record<UserType, Outline> = {
  contributor: {
    about: ["About you", "name", "location", "bio"],
    services: ["Services", "servicesOffered", "projectsGoodAt"],
    styles: ["Styles", "visualStyle"],
    tools: ["Tools", "tools", "otherTools"],
    terms: ["Terms", "priceFrom", "availability", "turnaroundTime", "experienceLevel"],
    links: ["Links", "portfolio"],
  },
  // Creators have the website link instead of the builder's portfolio.
  creator: {
    about: ["About you", "name", "location", "bio", "contentType"],
    services: ["Who you need", "creativeServices", "strategicServices", "experienceLevel", "currentProject"],
    styles: ["Your look", "visualStyle", "styleDescription", "brandTone"],
    tools: ["Tools", "tools", "otherTools"],
    terms: ["Terms", "priceFrom", "availability", "turnaroundTime"],
    links: ["Links"],
  },
};

export const profileSections = {
  contributor: sectionsOf("contributor"),
  creator: sectionsOf("creator"),
};

function sectionsOf(userType: UserType): ProfileSection[] {
  const specs = builderSteps[userType].flatMap(({ fields }) => fields);
  return sectionIds.map((id) => {
    const [title, ...names] = outlines[userType][id];
    const fields = names.flatMap((name) => specs.find((spec) => spec.name === name) ?? []);
    return { id, title, fields, ...(id === "links" && { links: linkKeys }) };
  });
}

/** The names of a section's form controls, in order. */
export const namesIn = ({ fields, links = [] }: ProfileSection): (keyof ProfileFields)[] => [
  ...fields.flatMap(controlNames),
  ...links,
];

/** The URL of the edit page with this field's section open. */
export function fieldLink(userType: UserType, name: keyof ProfileFields): string {
  const section = profileSections[userType].find((one) => namesIn(one).includes(name));
  return paths.editField(section?.id ?? "about", name);
}

/** A section's answers as one line of text; empty if nothing is filled in. */
export function sectionWords(section: ProfileSection, values: ProfileFields, choices: Choices): string {
  if (section.links) {
    const given = namesIn(section).filter((name) => values[name]).length;
    return given === 0 ? "" : `${given} ${given === 1 ? "link" : "links"}`;
  }
  return section.fields
    .map((spec) => fieldWords(spec, values, choices, 2))
    .filter(Boolean)
    .map((words) => shortened(words, 80))
    .join(" · ");
}

/** A field's value as text. Of several choices, it names up to `most` and counts the rest. */
export function fieldWords(
  { name, kind }: FieldSpec,
  values: ProfileFields,
  choices: Choices,
  most = Infinity,
): string {
  switch (kind) {
    case "price": {
      const { amount, note } = readPriceFields(values).price ?? { amount: null, note: values.priceNote };
      return [amount && amountWords(amount), note].filter(Boolean).join(". ");
    }
    case "level":
      return values.experienceLevel && experienceLabels[values.experienceLevel];
    case "availability":
      return values.availability && availabilityLabels[values.availability];
    case "choices": {
      const list = name as ListField;
      const labels = (choices[list] ?? []).flatMap((group) =>
        group.choices.flatMap(({ value, label }) => (values[list].includes(Number(value)) ? label : [])),
      );
      const rest = labels.length - most;
      return labels.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
    }
    default:
      return String(values[name]);
  }
}

export const changedWords =
  "You saved it in another tab or on another device. Nothing from this page has been saved.";

/** What's stored in each control of a section, with the control's label. */
export function storedWords(
  section: ProfileSection,
  values: ProfileFields,
  choices: Choices,
): { names: readonly string[]; label: string; words: string }[] {
  return [
    ...section.fields.map((spec) => ({
      names: controlNames(spec),
      label: spec.label,
      words: fieldWords(spec, values, choices),
    })),
    ...(section.links ?? []).map((key) => ({
      names: [key],
      label: linkLabels[key],
      words: values[key] ?? "",
    })),
  ];
}

/** The names of the controls that differ between two versions from `versionOf`. */
export function changedNames(section: ProfileSection, one: string, other: string): Set<string> {
  const [before, after] = [one.split("."), other.split(".")];
  return new Set(namesIn(section).filter((_name, index) => before[index] !== after[index]));
}
