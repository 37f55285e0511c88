import { paths } from "~/paths";
import type { ProfileView } from "./viewing.server";

export interface Missing {
  label: string;
  to: string;
}

export interface Completeness {
  /** From 0 to 100. */
  percent: number;
  /** In the order in which other people look at them. */
  missing: Missing[];
  /** The labels of the others. */
  done: string[];
}

/** A profile, or `profile_parts` of one. */
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

type Part = Missing & { has: boolean };

const picture = ({ avatarUrl }: Compared): Part => ({
  has: avatarUrl !== null,
  label: "Add a profile picture",
  to: `${paths.editProfile()}#avatar`,
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
      to: paths.editField("servicesOffered"),
    },
    { has: profile.bio !== "", label: "Say what you do best", to: paths.editField("bio") },
    { has: profile.styles.length > 0, label: "Choose your styles", to: paths.editField("visualStyle") },
    { has: profile.tools.length > 0, label: "Choose your tools", to: paths.editField("tools") },
    { has: hasPrice(profile), label: "Say what you charge", to: paths.editField("priceFrom") },
    { has: profile.location !== "", label: "Add your location", to: paths.editField("location") },
    {
      has: profile.links.length > 0 || Boolean(profile.portfolioUrl),
      label: "Add a link to your portfolio or profiles",
      to: paths.editField("portfolio"),
    },
  ];
}

function creatorParts(profile: Compared): Part[] {
  return [
    picture(profile),
    {
      has: profile.services.length > 0,
      label: "Choose who you're looking for",
      to: paths.editField("creativeServices"),
    },
    { has: profile.bio !== "", label: "Say what you make", to: paths.editField("bio") },
    work(profile, "Show your channel's best work"),
    {
      has: profile.contentTypes.length > 0,
      label: "Choose where you publish",
      to: paths.editField("contentType"),
    },
    { has: profile.styles.length > 0, label: "Choose your styles", to: paths.editField("visualStyle") },
    { has: profile.tools.length > 0, label: "Choose your tools", to: paths.editField("tools") },
    { has: hasPrice(profile), label: "Add your budget", to: paths.editField("priceFrom") },
    { has: profile.location !== "", label: "Add your location", to: paths.editField("location") },
    { has: profile.links.length > 0, label: "Link to your channels", to: paths.editField("youtube") },
  ];
}
