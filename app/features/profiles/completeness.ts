import { paths } from "~/paths";
import type { ProfileFields } from "./profile";
import { fieldLink } from "./sections";
import type { UserType } from "./user-type";
import type { ProfileView } from "./viewing.server";

export interface Missing {
  label: string;
  to: string;
}

export interface Completeness {
  /** From 0 to 100. */
  percent: number;
  /** The most visible items first. */
  missing: Missing[];
  /** The labels of the items that aren't missing. */
  done: string[];
}

/** What completeness depends on: a profile, or a row of `profile_parts`. */
export type Compared = Pick<
  ProfileView,
  "userType" | "avatarUrl" | "bio" | "location" | "price" | "portfolioUrl"
> &
  Record<"services" | "styles" | "tools" | "contentTypes" | "links" | "samples", readonly unknown[]>;

export function completenessOf(profile: Compared): Completeness {
  const parts = profile.userType === "creator" ? creatorParts(profile) : contributorParts(profile);
  const missing = parts.filter(({ has }) => !has).map(({ label, to }) => ({ label, to }));
  const done = parts.filter(({ has }) => has).map(({ label }) => label);
  return { percent: Math.round((100 * done.length) / parts.length), missing, done };
}

/**
 * Loaders call this for the person's own page. Calling it in the page would add all the builder's sections to its
 * script.
 */
export function missingFrom(profile: Compared): Pick<Completeness, "percent" | "missing"> {
  const { percent, missing } = completenessOf(profile);
  return { percent, missing };
}

type Part = Missing & { has: boolean };

const picture = ({ avatarUrl }: Compared): Part => ({
  has: avatarUrl !== null,
  label: "Add a profile picture",
  to: paths.avatar(),
});

const work = (profile: Compared, label: string): Part => ({
  has: profile.samples.length > 0,
  label,
  to: paths.newSample(),
});

const partOf =
  (userType: UserType) =>
  (has: boolean, label: string, field: keyof ProfileFields): Part => ({
    has,
    label,
    to: fieldLink(userType, field),
  });

const hasPrice = ({ price: { amount, note } }: Compared) => amount !== null || note !== "";

function contributorParts(profile: Compared): Part[] {
  const part = partOf("contributor");
  return [
    work(profile, "Add a sample of your work"),
    picture(profile),
    part(profile.services.length > 0, "Choose the services you offer", "servicesOffered"),
    part(profile.bio !== "", "Say what you do best", "bio"),
    part(profile.styles.length > 0, "Choose your styles", "visualStyle"),
    part(profile.tools.length > 0, "Choose your tools", "tools"),
    part(hasPrice(profile), "Say what you charge", "priceFrom"),
    part(profile.location !== "", "Add your location", "location"),
    part(
      profile.links.length > 0 || Boolean(profile.portfolioUrl),
      "Add a link to your portfolio or profiles",
      "portfolio",
    ),
  ];
}

function creatorParts(profile: Compared): Part[] {
  const part = partOf("creator");
  return [
    picture(profile),
    part(profile.services.length > 0, "Choose who you're looking for", "creativeServices"),
    part(profile.bio !== "", "Say what you make", "bio"),
    work(profile, "Show your channel's best work"),
    part(profile.contentTypes.length > 0, "Choose where you publish", "contentType"),
    part(profile.styles.length > 0, "Choose your styles", "visualStyle"),
    part(profile.tools.length > 0, "Choose your tools", "tools"),
    part(hasPrice(profile), "Add your budget", "priceFrom"),
    part(profile.location !== "", "Add your location", "location"),
    part(profile.links.length > 0, "Link to your channels", "youtube"),
  ];
}
