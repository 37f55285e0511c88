import { paths } from "~/paths";
import { fieldLink } from "./sections";

/** How long an admin can undo a decision. The email to the contributor waits slightly longer. */
export const undoMinutes = 10;

/** How many samples we ask for. A profile with fewer is still reviewed. */
export const samplesLookedFor = 3;

/**
 * The reasons an admin can pick for not approving a profile. `label` is for the admin, `text` and the link to fix it
 * are for the contributor.
 */
export const reviewReasons = {
  samples: {
    label: "Too few samples",
    text: "Please show more of your work. We look for at least three samples.",
    fix: { label: "Add work", to: paths.newSample() },
  },
  fitting: {
    label: "Samples don't fit",
    text: "Please show work that fits the services you offer.",
    fix: { label: "Services", to: fieldLink("contributor", "servicesOffered") },
  },
  profile: {
    label: "Profile incomplete",
    text: "Please complete your profile: your services, your tools and a few words about yourself.",
    fix: { label: "Profile", to: paths.editProfile() },
  },
  own: {
    label: "Not their own",
    text: "Please use your own name and show only your own work.",
    fix: { label: "Your work", to: paths.samples() },
  },
  place: {
    label: "Not in the U.S.",
    text: "For now, Matchcut contributors are all based in the United States.",
    fix: { label: "Location", to: fieldLink("contributor", "location") },
  },
} as const;

export type ReviewReason = keyof typeof reviewReasons;

/** The text that a rejection stores and sends: the picked reasons, one per line, then the admin's own words. */
export const reasonText = ({ pick, reason }: { pick: readonly ReviewReason[]; reason: string }): string =>
  [...pick.map((name) => reviewReasons[name].text), reason].filter(Boolean).join("\n");

export interface Rejection {
  /** From `reasonText`; empty if no reason was given. */
  reason: string;
  asksChanges: boolean;
  /** ISO 8601. */
  reviewedAt: string | null;
}

/** Parses what `reasonText` wrote: the reasons at its beginning, and the reviewer's own words after them. */
export function reasonsIn(reason: string): { picked: ReviewReason[]; words: string } {
  const lines = reason.split("\n");
  const picked: ReviewReason[] = [];
  for (const line of lines) {
    const name = (Object.keys(reviewReasons) as ReviewReason[]).find(
      (one) => reviewReasons[one].text === line,
    );
    if (!name) break;
    picked.push(name);
  }
  return { picked, words: lines.slice(picked.length).join("\n") };
}
