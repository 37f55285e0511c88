import type { Amount } from "~/features/catalog/amount";
import type { Traits } from "~/features/discovery/score";

export const projectStatuses = ["open", "in_progress", "completed", "cancelled"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** A running project can be edited and decided, and counts toward the plan until it expires. */
export const isRunning = ({ status }: { status: ProjectStatus }) =>
  status === "open" || status === "in_progress";

export const projectStatusLabels: Record<ProjectStatus, string> = {
  open: "Open",
  in_progress: "In Progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

export type ApplicationStatus = "pending" | "accepted" | "declined" | "withdrawn" | "released";

/** Shown when the plan has no room for another open project. */
export const postLimitReached = {
  title: "Project Limit Reached",
  text: "You've reached your project post limit.",
  tone: "destructive",
} as const;

/** How long a decline can be undone before anyone learns of it. */
export const announcedAfterMinutes = 10;

export const declinedWords = `We'll let them know in ${announcedAfterMinutes} minutes. You can undo this until then.`;

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

/** How many projects of the list are sorted by match together. `listAvailable` explains windows. */
export const windowSize = 48;

export const mostQuestions = 5;

/** Shown if the questions changed after the applicant opened the page. */
export const questionsChanged =
  "The creator changed the questions after you opened this page, so your application wasn't sent. What you wrote is still here. Check each answer against its question, then submit again.";

/** How many samples an application may name. */
export const mostNamedSamples = 5;

/** Per creator in 24 hours, on every plan. This number is our own choice, like the one for new conversations. */
export const invitationsADay = 20;

/** How the owner has sorted a pending application. */
export type ApplicationStage = "new" | "shortlisted" | "archived";

/** A brief as posted. Empty text and null mean that a field was left out. */
export interface NewProject {
  title: string;
  description: string;
  budgetTypeId: number | null;
  amount: Amount | null;
  /** The note on the budget. */
  budgetDetails: string;
  deliverables: string;
  /** As yyyy-MM-dd. */
  startDate: string | null;
  timeline: string;
  isOngoing: boolean;
  /** An http or https URL. */
  brandLink: string | null;
  serviceIds: readonly number[];
  toolIds: readonly number[];
  visualStyleIds: readonly number[];
  /** The questions that applicants answer. */
  questions: readonly string[];
}

export interface NewApplication {
  note: string;
  /** An http or https URL. */
  portfolioLink: string | null;
  /** One answer per question of the project, in the same order. */
  answers: readonly string[];
  /**
   * `versionOfQuestions` of the questions that the applicant saw. If it's left out, the answers are taken to be for the
   * current questions.
   */
  questionsVersion?: string;
  /** IDs of the applicant's own samples, at most `mostNamedSamples`. */
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

/** The project's requirements, in the form that `scoreOf` compares. */
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

/**
 * What "Decline the rest" says about the pending applications that it keeps. `kept` is their number; null if they
 * weren't counted.
 */
export function keptWords(kept: number | null): string {
  if (kept === null) return "Applications that aren't available right now stay pending.";
  return kept === 1
    ? "1 stays pending because it isn't available right now."
    : `${kept} stay pending because they aren't available right now.`;
}
