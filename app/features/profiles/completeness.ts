import { paths } from "~/paths";
import { fieldLink } from "./sections";
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

const hasPrice = ({ price: { amount, note } }: Compared) => amount !== null || note !== "";

function contributorParts(profile: Compared): Part[] {
  return [
    work(profile, "Add a sample of your work"),
    picture(profile),
    {
      has: profile.services.length > 0,
      label: "Choose the services you offer",
      to: fieldLink("contributor", "servicesOffered"),
    },
    { has: profile.bio !== "", label: "Say what you do best", to: fieldLink("contributor", "bio") },
    {
      has: profile.styles.length > 0,
      label: "Choose your styles",
      to: fieldLink("contributor", "visualStyle"),
    },
    { has: profile.tools.length > 0, label: "Choose your tools", to: fieldLink("contributor", "tools") },
    { has: hasPrice(profile), label: "Say what you charge", to: fieldLink("contributor", "priceFrom") },
    { has: profile.location !== "", label: "Add your location", to: fieldLink("contributor", "location") },
    {
      has: profile.links.length > 0 || Boolean(profile.portfolioUrl),
      label: "Add a link to your portfolio or profiles",
      to: fieldLink("contributor", "portfolio"),
    },
  ];
}

function creatorParts(profile: Compared): Part[] {
  return [
    picture(profile),
    {
      has: profile.services.length > 0,
      label: "Choose who you're looking for",
      to: fieldLink("creator", "creativeServices"),
    },
    { has: profile.bio !== "", label: "Say what you make", to: fieldLink("creator", "bio") },
    work(profile, "Show your channel's best work"),
    {
      has: profile.contentTypes.length > 0,
      label: "Choose where you publish",
      to: fieldLink("creator", "contentType"),
    },
    { has: profile.styles.length > 0, label: "Choose your styles", to: fieldLink("creator", "visualStyle") },
    { has: profile.tools.length > 0, label: "Choose your tools", to: fieldLink("creator", "tools") },
    { has: hasPrice(profile), label: "Add your budget", to: fieldLink("creator", "priceFrom") },
    { has: profile.location !== "", label: "Add your location", to: fieldLink("creator", "location") },
    { has: profile.links.length > 0, label: "Link to your channels", to: fieldLink("creator", "youtube") },
  ];
}
