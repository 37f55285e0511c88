import type { Amount } from "~/features/catalog/amount";
import type { Traits } from "~/features/discovery/score";

export const projectStatuses = ["open", "in_progress", "completed", "cancelled"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const projectStatusLabels: Record<ProjectStatus, string> = {
  open: "Open",
  in_progress: "In Progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

export type ApplicationStatus = "pending" | "accepted" | "declined" | "withdrawn" | "released";

/** How long a decline can be undone before anyone learns of it. */
export const announcedAfterMinutes = 10;

export const declinedWords = `They'll hear in ${announcedAfterMinutes} minutes. You can undo it until then.`;

/** In characters. The database checks the same limits. */
export const projectLimits = {
  title: 200,
  description: 10_000,
  deliverables: 5_000,
  budgetDetails: 2_000,
  timeline: 1_000,
  question: 500,
  note: 5_000,
  answer: 2_000,
  declineNote: 2_000,
  privateNote: 2_000,
  releaseReason: 2_000,
  invitation: 1_000,
} as const;

/** How many available projects are sorted together, best match first. */
export const windowSize = 48;

export const mostQuestions = 5;

/** The questions have changed since the application was written. */
export const questionsChanged =
  "The creator changed the questions after you opened this page, so your application wasn't sent. What you wrote is still here. Check each answer against its question, then submit again.";

/** How many samples an application may name. */
export const mostNamedSamples = 5;

/** Per creator in 24 hours, on every plan. Our own choice, as for new conversations. */
export const invitationsADay = 20;

/** The stage of a pending application, which the owner sets. */
export type ApplicationStage = "new" | "shortlisted" | "archived";

/** Empty text and null mean that it wasn't given. */
export interface NewProject {
  title: string;
  description: string;
  budgetTypeId: number | null;
  amount: Amount | null;
  /** The budget's note. */
  budgetDetails: string;
  deliverables: string;
  /** yyyy-MM-dd. */
  startDate: string | null;
  timeline: string;
  isOngoing: boolean;
  /** http or https. */
  brandLink: string | null;
  serviceIds: readonly number[];
  toolIds: readonly number[];
  visualStyleIds: readonly number[];
  /** Answered with an application. */
  questions: readonly string[];
}

export interface NewApplication {
  note: string;
  /** http or https. */
  portfolioLink: string | null;
  /** One for each of the project's questions, in their order. */
  answers: readonly string[];
  /**
   * `versionOfQuestions` of the questions as the applicant read them. Without it, the answers are to the current
   * questions.
   */
  questionsVersion?: string;
  /** Samples of the applicant's work, at most `mostNamedSamples`. */
  sampleIds?: readonly string[];
}

export const applyOnceApproved = "You can apply once your profile is approved";

/** The tabs that an owner's applications are divided into. */
export const folders = ["all", "waiting", "shortlisted", "archived", "accepted", "declined"] as const;
export type Folder = (typeof folders)[number];

export const folderLabels: Record<Folder, string> = {
  all: "All",
  waiting: "New",
  shortlisted: "Shortlisted",
  archived: "Archived",
  accepted: "Accepted",
  declined: "Declined",
};

export interface ProjectChoices {
  serviceIds: readonly number[];
  toolIds: readonly number[];
  styleIds: readonly number[];
  amount: Amount | null;
}

/** What a project asks for, in the form that the score's formula expects. */
export function projectTraits({ serviceIds, toolIds, styleIds, amount }: ProjectChoices): Traits {
  return {
    userType: "creator",
    serviceIds,
    styleIds,
    toolIds,
    experience: null,
    availability: "available",
    amount,
    priceRange: "",
  };
}

/** How many pending applications "Decline all the rest" keeps; null if they aren't counted. */
export function keptWords(kept: number | null): string {
  if (kept === null) return "Applications that aren't available right now stay pending.";
  return kept === 1
    ? "1 stays pending because it isn't available right now."
    : `${kept} stay pending because they aren't available right now.`;
}
