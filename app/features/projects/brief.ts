import { type AmountUnit, typedPrice } from "~/features/catalog/amount";
import type { BudgetType, Catalog } from "~/features/catalog/catalog";
import {
  acceptedAudio,
  acceptedKept,
  audioFormats,
  keptFormats,
  keptPixelHint,
  mostSize,
  type Peaks,
  type PictureView,
} from "~/features/media/media";
import { plansWithProFeatures } from "~/features/plans/plan";
import { type Choice, type ChoiceGroup, choicesFor } from "~/features/profiles/builder";
import type { NewProject } from "./project";

export const briefSteps = ["details", "requirements", "budget"] as const;
export type BriefStep = (typeof briefSteps)[number];

export const stepTitles: Record<BriefStep, string> = {
  details: "Details",
  requirements: "Requirements",
  budget: "Budget",
};

/** A brief as typed. Fields may hold any text, because drafts are only checked when they're posted. */
export type TypedBrief = typeof blankBrief;
export type BriefField = keyof TypedBrief;

/** A draft as stored. */
export interface KeptBrief {
  key: string;
  typed: TypedBrief;
}

/**
 * The draft that a form belongs to. `isStored` says that it was stored when the form was shown, so that a form whose
 * draft is gone doesn't bring it back.
 */
export interface DraftOfForm {
  key: string;
  isStored: boolean;
}

/** Why a form wasn't saved, and the draft to save it to if the person sends it again. */
export interface LostDraft {
  words: string;
  next: DraftOfForm;
}

export const blankBrief = {
  title: "",
  description: "",
  brandLink: "",
  serviceIds: [] as number[],
  toolIds: [] as number[],
  visualStyleIds: [] as number[],
  deliverables: "",
  questions: [] as string[],
  budgetTypeId: null as number | null,
  budgetFrom: "",
  budgetTo: "",
  budgetUnit: "" as AmountUnit | "",
  budgetDetails: "",
  startDate: "",
  timeline: "",
  projectType: "one-time" as "one-time" | "ongoing",
};

export const stepFields: Record<BriefStep, readonly BriefField[]> = {
  details: ["title", "description", "brandLink"],
  requirements: ["serviceIds", "toolIds", "visualStyleIds", "deliverables", "questions"],
  budget: [
    ...(["budgetTypeId", "budgetFrom", "budgetTo", "budgetUnit", "budgetDetails"] as const),
    ...(["startDate", "timeline", "projectType"] as const),
  ],
};

export const isBriefStep = (name: unknown): name is BriefStep => briefSteps.some((step) => step === name);

/** The same step if it's the last one. */
export const stepAfter = (step: BriefStep): BriefStep => briefSteps[briefSteps.indexOf(step) + 1] ?? "budget";
export const stepBefore = (step: BriefStep): BriefStep | null =>
  briefSteps[briefSteps.indexOf(step) - 1] ?? null;

/** The step that a field belongs to; null for unknown names. Names of list items work too, such as 'questions[2]'. */
export function stepOf(name: string): BriefStep | null {
  const field = name.replace(/\[.*/, "");
  return briefSteps.find((step) => stepFields[step].some((own) => own === field)) ?? null;
}

/** The first step that has an error, or null. */
export function wrongStep(errors: Record<string, unknown> | null | undefined): BriefStep | null {
  const wrong = Object.keys(errors ?? {}).map(stepOf);
  return briefSteps.find((step) => wrong.includes(step)) ?? null;
}

export function onlySteps(typed: TypedBrief, steps: readonly BriefStep[]): Partial<TypedBrief> {
  const names: readonly string[] = steps.flatMap((step) => stepFields[step]);
  return Object.fromEntries(Object.entries(typed).filter(([name]) => names.includes(name)));
}

/** Turns a posted project back into the fields of the form. */
export function typedOf({ isOngoing, startDate, brandLink, amount, ...brief }: NewProject): TypedBrief {
  const { from, to, unit, note } = typedPrice({ amount, note: brief.budgetDetails });
  return {
    ...brief,
    ...{ budgetFrom: from, budgetTo: to, budgetUnit: unit, budgetDetails: note },
    brandLink: brandLink ?? "",
    startDate: startDate ?? "",
    projectType: isOngoing ? "ongoing" : "one-time",
    serviceIds: [...brief.serviceIds],
    toolIds: [...brief.toolIds],
    visualStyleIds: [...brief.visualStyleIds],
    questions: [...brief.questions],
  };
}

export const isBlank = ({ projectType: _, ...typed }: TypedBrief): boolean =>
  Object.values(typed).every((value) => (Array.isArray(value) ? value.every((one) => one === "") : !value));

export interface BriefChoices {
  services: ChoiceGroup[];
  tools: ChoiceGroup[];
  styles: ChoiceGroup[];
  budgetTypes: (Choice & Pick<BudgetType, "unit">)[];
}

/** Briefs offer the same services, tools and styles that contributors can list on their profiles. */
export function briefChoices(catalog: Catalog): BriefChoices {
  const { servicesOffered = [], tools = [], visualStyle = [] } = choicesFor("contributor", catalog);
  const budgetTypes = catalog.budgetTypes.map(({ id, name, unit }) => ({
    value: String(id),
    label: name,
    unit,
  }));
  return { services: servicesOffered, tools, styles: visualStyle, budgetTypes };
}

/** The maximum number of references per brief. */
export const mostBriefFiles = 10;

/** A reference. Pictures open in the viewer, sounds are played, and PDFs are downloaded. */
export interface BriefFileView {
  id: string;
  mediaId: string;
  /** The file's name on its owner's device; may be empty. */
  name: string;
  bytes: number;
  picture: PictureView | null;
  /** Undefined unless it's a sound. */
  peaks?: Peaks;
}

/** The actor's own draft, or a project of theirs. */
export type BriefWithFiles = { draftKey: string; isStored?: boolean } | { projectId: string };

/** For the `accept` attribute of the file field. `sharesFiles` says whether the plan allows PDFs and sounds. */
export const acceptedReferences = (sharesFiles: boolean) =>
  `${acceptedKept}${sharesFiles ? `,application/pdf,${acceptedAudio}` : ""}`;

/** The hint next to the file field: which files it accepts. */
export const referenceHint = (sharesFiles: boolean) =>
  sharesFiles
    ? `Pictures (${keptFormats}) and PDFs, up to ${mostSize.image} each, and audio files (${audioFormats}), up to ${mostSize.audio} each: style frames, a script, a theme. ${keptPixelHint}`
    : `Pictures (${keptFormats}), up to ${mostSize.image} each: style frames, a storyboard. ${keptPixelHint} PDFs and audio come with ${plansWithProFeatures}.`;

export const picturesOnlyWords = `Your plan lets you add pictures: ${keptFormats}. PDFs and audio come with ${plansWithProFeatures}.`;

export const referenceTooLarge = `This file is too large. Pictures and PDFs can be up to ${mostSize.image}, audio files up to ${mostSize.audio}.`;

export const mostBriefFilesWords = `A brief can have up to ${mostBriefFiles} files. Remove one to add another.`;
