import { type Catalog, type CatalogEntry, serviceGroups, toolGroups } from "~/features/catalog/catalog";
import { type ProfileAnswers, priceControls, priceNoteLimit } from "./profile";
import type { UserType } from "./user-type";

export const lineLimit = 200;
export const textLimit = 2000;

/** In characters. The database has checks with the same limits. */
export const textLimits = {
  name: 100,
  location: lineLimit,
  priceNote: priceNoteLimit,
  turnaroundTime: lineLimit,
  bio: textLimit,
  currentProject: textLimit,
  styleDescription: textLimit,
  otherTools: textLimit,
  projectsGoodAt: textLimit,
  portfolio: textLimit,
} as const;
export type TextField = keyof typeof textLimits;

export type ListField = {
  [Name in keyof ProfileAnswers]: ProfileAnswers[Name] extends number[] ? Name : never;
}[keyof ProfileAnswers];

export interface FieldSpec {
  name: keyof ProfileAnswers;
  label: string;
  kind: "line" | "text" | "level" | "availability" | "choices" | "price";
  hint?: string;
}

export interface BuilderStep {
  title: string;
  fields: readonly FieldSpec[];
}

const name: FieldSpec = { name: "name", label: "Name", kind: "line" };
const location: FieldSpec = {
  name: "location",
  label: "Location",
  kind: "line",
  hint: "City and state, like Austin, TX.",
};
const otherTools: FieldSpec = { name: "otherTools", label: "Other tools", kind: "line" };
const turnaround: FieldSpec = {
  name: "turnaroundTime",
  label: "Turnaround time",
  kind: "line",
  hint: "For example, 3 days per video.",
};
const level: FieldSpec = { name: "experienceLevel", label: "Experience level", kind: "level" };
const availability: FieldSpec = { name: "availability", label: "Availability", kind: "availability" };

/** The names of a field's form controls: four for a price, one for any other field. */
export const controlNames = ({ name, kind }: FieldSpec): readonly (keyof ProfileAnswers)[] =>
  kind === "price" ? Object.values(priceControls) : [name];

/** The builder's steps. If you add a field, also add it to `profileSections`, which the edit page uses. */
export const builderSteps: Record<UserType, readonly BuilderStep[]> = {
  creator: [
    {
      title: "The basics",
      fields: [
        name,
        { name: "bio", label: "Bio", kind: "text", hint: "What you make and who it's for." },
        location,
        { name: "contentType", label: "What do you create?", kind: "choices" },
      ],
    },
    {
      title: "Your look",
      fields: [
        { name: "visualStyle", label: "Visual style", kind: "choices" },
        { name: "styleDescription", label: "Your style in your own words", kind: "text" },
        { name: "brandTone", label: "Brand tone", kind: "choices" },
      ],
    },
    {
      title: "Your tools and who you need",
      fields: [
        { name: "tools", label: "Tools you use", kind: "choices" },
        otherTools,
        { name: "creativeServices", label: "Creative services you need", kind: "choices" },
        { name: "strategicServices", label: "Strategic services you need", kind: "choices" },
      ],
    },
    {
      title: "Working terms",
      fields: [
        {
          name: "currentProject",
          label: "Current project",
          kind: "text",
          hint: "What you need help with right now.",
        },
        { name: "priceFrom", label: "Budget", kind: "price" },
        turnaround,
        { ...level, label: "Experience level you're looking for" },
        availability,
        { name: "portfolio", label: "Link to your work", kind: "line", hint: "Your website or channel." },
      ],
    },
  ],
  contributor: [
    {
      title: "The basics",
      fields: [
        name,
        { name: "bio", label: "Bio", kind: "text", hint: "What you do best and who you've done it for." },
        location,
      ],
    },
    {
      title: "Your services",
      fields: [
        { name: "servicesOffered", label: "Services you offer", kind: "choices" },
        { name: "projectsGoodAt", label: "Projects you're good at", kind: "text" },
      ],
    },
    {
      title: "Styles and tools",
      fields: [
        { name: "visualStyle", label: "Styles you work in", kind: "choices" },
        { name: "tools", label: "Tools you work with", kind: "choices" },
        otherTools,
      ],
    },
    {
      title: "Working terms",
      fields: [
        { name: "priceFrom", label: "Price range", kind: "price" },
        turnaround,
        level,
        availability,
        {
          name: "portfolio",
          label: "Portfolio link",
          kind: "line",
          hint: "Where people can see your best work. We look here first.",
        },
      ],
    },
  ],
};

export interface Choice {
  value: string;
  label: string;
}

/** A group of options. `legend` is empty if it's the only group. */
export interface ChoiceGroup {
  legend: string;
  choices: Choice[];
  /** Set on the group that has the most popular option. */
  isFirst?: boolean;
}

export type Choices = Partial<Record<ListField, ChoiceGroup[]>>;

/** How many people chose each option, by its ID. */
type Uses = Record<number, number>;
export type ChoiceUses = Record<"contentTypes" | "services" | "tools" | "styles" | "tones", Uses>;

/**
 * The options of each list. Sorted by popularity if `uses` is given; options of equal popularity are sorted by name.
 */
export function choicesFor(userType: UserType, catalog: Catalog, uses?: ChoiceUses): Choices {
  const sorted = <Entry extends CatalogEntry>(list: readonly Entry[], by: keyof ChoiceUses) =>
    list.toSorted((a, b) => (uses?.[by][b.id] ?? 0) - (uses?.[by][a.id] ?? 0));
  const services = sorted(catalog.services, "services");
  const styles = sorted(catalog.visualStyles, "styles");
  const tools = sorted(catalog.tools, "tools");
  const needed = (category: string) =>
    oneGroup(services.filter(({ needCategory }) => needCategory === category));
  if (userType === "creator") {
    return {
      contentType: oneGroup(sorted(catalog.contentTypes, "contentTypes")),
      visualStyle: oneGroup(styles.filter(({ forCreators }) => forCreators)),
      brandTone: oneGroup(sorted(catalog.brandTones, "tones")),
      tools: oneGroup(tools.filter(({ forCreators }) => forCreators)),
      creativeServices: needed("creative"),
      strategicServices: needed("strategic"),
    };
  }
  return {
    servicesOffered: groupsOf(services, serviceGroups),
    visualStyle: oneGroup(styles),
    tools: groupsOf(tools, toolGroups),
  };
}

export function onlyStep(
  userType: UserType,
  step: number,
  answers: ProfileAnswers,
  choices: Choices,
): { answers: Partial<ProfileAnswers>; choices: Choices } {
  const names = (builderSteps[userType][step - 1]?.fields ?? []).flatMap(controlNames);
  return { answers: only(answers, names), choices: only(choices, names) };
}

/** A copy that has only the named properties. */
export const only = <Source extends object>(source: Source, names: readonly string[]): Partial<Source> =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name))) as Partial<Source>;

export function idsAmong(groups: readonly ChoiceGroup[] | undefined): Set<number> {
  return new Set(groups?.flatMap((group) => group.choices.map(({ value }) => Number(value))));
}

/** A copy of the answers without the options that this role can't choose. */
export function answersOfRole(answers: Partial<ProfileAnswers>, choices: Choices): Partial<ProfileAnswers> {
  const kept = (list: ListField) => {
    const allowed = idsAmong(choices[list]);
    return answers[list]?.filter((id) => allowed.has(id));
  };
  return {
    ...answers,
    contentType: kept("contentType"),
    visualStyle: kept("visualStyle"),
    brandTone: kept("brandTone"),
    tools: kept("tools"),
    servicesOffered: kept("servicesOffered"),
    creativeServices: kept("creativeServices"),
    strategicServices: kept("strategicServices"),
  };
}

function choiceOf({ id, name: label }: CatalogEntry): Choice {
  return { value: String(id), label };
}

function oneGroup(entries: readonly CatalogEntry[]): ChoiceGroup[] {
  return [{ legend: "", choices: entries.map(choiceOf) }];
}

function groupsOf(
  entries: readonly (CatalogEntry & { category: string })[],
  names: readonly string[],
): ChoiceGroup[] {
  const first = entries[0]?.category;
  return names.map((legend) => ({
    legend,
    choices: entries.filter(({ category }) => category === legend).map(choiceOf),
    isFirst: legend === first,
  }));
}
