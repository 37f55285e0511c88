import { type AmountUnit, type Price, typedPrice } from "~/features/catalog/amount";
import { isVisible } from "~/lines";
import type { UserType } from "./user-type";

const unknownNames: Record<UserType, string> = {
  creator: "Unknown Creator",
  contributor: "Unknown Contributor",
};

/** The name to show: a placeholder if it's missing or has no visible characters. */
export function shownName(name: string | null | undefined, userType: UserType | null): string {
  return name && isVisible(name) ? name : unknownNames[typeOf(userType)];
}

export function typeOf(userType: UserType | null): UserType {
  return userType ?? "creator";
}

export const availabilityLabels = {
  available: "Available now",
  limited: "Limited availability",
  unavailable: "Not available right now",
} as const;
export type Availability = keyof typeof availabilityLabels;

export const experienceLabels = {
  beginner: "Beginner",
  intermediate: "Intermediate",
  advanced: "Advanced",
  expert: "Expert",
} as const;
export type ExperienceLevel = keyof typeof experienceLabels;

export const turnaroundLabel = "Turnaround time";

/** In characters: about five lines on a phone. */
const longestLead = 220;

/** Chinese and Japanese have no space between sentences. */
const sentenceEnd = /[.!?…؟۔।።]["”’»)]?\s|[。！？][”’」』）]?/g;

/**
 * Splits off the beginning of a bio, which is set large: its first paragraph or, if that's too long, the sentences that
 * fit. `lead` is empty if even the first sentence doesn't fit.
 */
export function leadOf(bio: string): { lead: string; rest: string } {
  const [first = ""] = bio.split(/\n/);
  if (first.length <= longestLead) return { lead: first, rest: bio.slice(first.length).trim() };
  const fitting = [...first.matchAll(sentenceEnd)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => end <= longestLead);
  const end = fitting.at(-1) ?? 0;
  return { lead: bio.slice(0, end).trim(), rest: bio.slice(end).trim() };
}

export const linkLabels = {
  youtube: "YouTube",
  twitter: "Twitter",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  website: "Website",
  behance: "Behance",
} as const;
export type LinkKey = keyof typeof linkLabels;
export const linkKeys = Object.keys(linkLabels) as LinkKey[];

/** Everything the builder asks for. Empty texts and lists weren't answered. */
export const noAnswers = {
  name: "",
  bio: "",
  location: "",
  currentProject: "",
  styleDescription: "",
  otherTools: "",
  projectsGoodAt: "",
  /** The price as typed; `readPriceFields` parses it. */
  priceFrom: "",
  priceTo: "",
  priceUnit: "" as AmountUnit | "",
  priceNote: "",
  turnaroundTime: "",
  experienceLevel: "" as ExperienceLevel | "",
  availability: "" as Availability | "",
  /** In a draft, whatever was typed. In a profile, a safe URL or ''. */
  portfolio: "",
  contentType: [] as number[],
  visualStyle: [] as number[],
  brandTone: [] as number[],
  tools: [] as number[],
  servicesOffered: [] as number[],
  creativeServices: [] as number[],
  strategicServices: [] as number[],
};
export type ProfileAnswers = typeof noAnswers;

export type ProfileLinks = Partial<Record<LinkKey, string>>;

export type ProfileInput = ProfileAnswers & { links: ProfileLinks };
/** The same answers as form fields, one for each link. */
export type ProfileFields = ProfileAnswers & ProfileLinks;

/** The form controls of a price. */
export const priceControls = {
  from: "priceFrom",
  to: "priceTo",
  unit: "priceUnit",
  note: "priceNote",
} as const;

export type PriceFields = Pick<ProfileAnswers, "priceFrom" | "priceTo" | "priceUnit" | "priceNote">;

export function priceFields(price: Price): PriceFields {
  const { from, to, unit, note } = typedPrice(price);
  return { priceFrom: from, priceTo: to, priceUnit: unit, priceNote: note };
}

/** In characters. The database checks the same limit. */
export const priceNoteLimit = 200;

/** The roles that a creator needs: creative and strategic services in a single list. */
export function rolesNeededOf(
  answers: Pick<ProfileAnswers, "creativeServices" | "strategicServices">,
): number[] {
  return [...new Set([...answers.creativeServices, ...answers.strategicServices])];
}
