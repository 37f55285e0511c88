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
}

type Compared = Pick<
  ProfileView,
  | "userType"
  | "avatarUrl"
  | "bio"
  | "location"
  | "services"
  | "styles"
  | "tools"
  | "contentTypes"
  | "priceRange"
  | "links"
  | "portfolioUrl"
> & { samples: readonly unknown[] };

export function completenessOf(profile: Compared): Completeness {
  const parts = profile.userType === "creator" ? creatorParts(profile) : contributorParts(profile);
  const missing = parts.filter(({ has }) => !has).map(({ label, to }) => ({ label, to }));
  return { percent: Math.round((100 * (parts.length - missing.length)) / parts.length), missing };
}

type Part = Missing & { has: boolean };

/** The ids of the edit form's fields. */
const field = (name: string) => `${paths.editProfile()}#profile-${name}`;

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

function contributorParts(profile: Compared): Part[] {
  return [
    work(profile, "Add a sample of your work"),
    picture(profile),
    {
      has: profile.services.length > 0,
      label: "Choose the services you offer",
      to: field("servicesOffered"),
    },
    { has: profile.bio !== "", label: "Say what you do best", to: field("bio") },
    { has: profile.styles.length > 0, label: "Choose your styles", to: field("visualStyle") },
    { has: profile.tools.length > 0, label: "Choose your tools", to: field("tools") },
    { has: profile.priceRange !== "", label: "Say what you charge", to: field("priceRange") },
    { has: profile.location !== "", label: "Add your location", to: field("location") },
    {
      has: profile.links.length > 0 || Boolean(profile.portfolioUrl),
      label: "Add a link to your portfolio or profiles",
      to: field("portfolio"),
    },
  ];
}

function creatorParts(profile: Compared): Part[] {
  return [
    picture(profile),
    {
      has: profile.services.length > 0,
      label: "Choose who you're looking for",
      to: field("creativeServices"),
    },
    { has: profile.bio !== "", label: "Say what you make", to: field("bio") },
    work(profile, "Show your channel's best work"),
    { has: profile.contentTypes.length > 0, label: "Choose where you publish", to: field("contentType") },
    { has: profile.styles.length > 0, label: "Choose your styles", to: field("visualStyle") },
    { has: profile.tools.length > 0, label: "Choose your tools", to: field("tools") },
    { has: profile.priceRange !== "", label: "Add your budget", to: field("priceRange") },
    { has: profile.location !== "", label: "Add your location", to: field("location") },
    { has: profile.links.length > 0, label: "Link to your channels", to: field("youtube") },
  ];
}
