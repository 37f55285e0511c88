import type { AttachmentView } from "~/features/messaging/attachment";
import type { QuotedMessage } from "~/features/messaging/quoting.server";
import type { SampleView } from "~/features/portfolio/sample";

/** The kinds of things that can be reported, and their names in sentences. */
export const thingWords = {
  profile: "profile",
  sample: "work sample",
  message: "message",
  conversation: "conversation",
  project: "project",
  application: "application",
} as const;

export type ThingKind = keyof typeof thingWords;

export const thingKinds = Object.keys(thingWords) as ThingKind[];

/** Shown to an admin if the case or the appeal is about them. */
export const aboutYou = "This is about you, so another admin has to decide.";

/** In the order of the form. An `urgency` of 1 is the highest. */
export const reportReasons = {
  harassment: { label: "Harassment, hate or threats", urgency: 1 },
  scam: { label: "A scam or fraud", urgency: 1 },
  sexual: { label: "Sexual content", urgency: 1 },
  minor: { label: "Someone under 18", urgency: 1 },
  impersonation: { label: "Pretending to be someone else", urgency: 2 },
  stolen: { label: "Passing off someone else's work as their own", urgency: 2 },
  payment: { label: "Unpaid work, or payments no one agreed on", urgency: 2 },
  spam: { label: "Spam or advertising", urgency: 3 },
  other: { label: "Something else", urgency: 3 },
} as const;

export type ReportReason = keyof typeof reportReasons;

export const reportReasonNames = Object.keys(reportReasons) as ReportReason[];

/** An older version may have stored a reason that doesn't exist anymore. */
export const reasonLabel = (reason: string): string =>
  Object.hasOwn(reportReasons, reason) ? reportReasons[reason as ReportReason].label : reason;

export type Urgency = 1 | 2 | 3;

export const urgencyWords: Readonly<Record<Urgency, string>> = {
  1: "High severity",
  2: "Medium severity",
  3: "Low severity",
};

export const longestDetails = 2000;

/** The details of everything that one person has reported about one thing. */
export const longestAllDetails = 5000;

/** The system reports what it holds, too. The keys of its reports begin with this. */
export const systemKey = "system:";

/** A copy of the reported thing as its reporter saw it. */
export interface Snapshot {
  title: string;
  /** The person responsible for it. */
  name: string;
  /** Pairs of a label and its text. */
  facts: [string, string][];
  samples?: SampleView[];
  messages?: SnapshotMessage[];
}

export interface SnapshotMessage
  extends Pick<QuotedMessage, "seq" | "sender" | "content" | "file" | "isDeleted" | "at"> {
  /** The file itself. Left out unless the reported person sent the message. */
  attachment?: AttachmentView;
  /** Whether this message is the one that was reported. */
  isMeant?: boolean;
}

/** 'open', or how the case was decided. */
export const caseStates = ["open", "dismissed", "warned", "hidden", "suspended"] as const;
export type CaseState = (typeof caseStates)[number];

export const caseStateWords: Readonly<Record<CaseState, string>> = {
  open: "Waiting",
  dismissed: "Dismissed",
  warned: "Warned",
  hidden: "Hidden",
  suspended: "Suspended",
};

/** Who still sees a hidden thing, in words for its owner. */
export const hiddenFromOthers: Readonly<Record<ThingKind, string>> = {
  profile: "No one else can find or open it.",
  sample: "No one else can see it.",
  message: "No one else can see it.",
  conversation: "Everyone in it can still read it, but no one can write in it.",
  project:
    "It's no longer listed and doesn't accept applications. You and people who've already applied can still see it.",
  application: "The project's owner can't see what's in it.",
};

/** What hiding a thing of each kind does, in words for the admin who decides. */
export const hidingWords: Readonly<Record<ThingKind, string>> = {
  profile:
    "No one else can find or open it. Its owner can still sign in and write in conversations they're already in.",
  sample: "No one can see it anymore.",
  message: "No one can see it anymore.",
  conversation: "No one can write in it. Its members can still read it, and they see why.",
  project:
    "It's no longer listed and doesn't accept applications. Its owner and people who've applied still see it, marked as hidden.",
  application: "The project's owner no longer sees what's in it.",
};

/** Why something is hidden, as far as the viewer may know. */
export interface Hiding {
  /** The ID that an appeal needs; null for anyone but the owner. */
  caseId: string | null;
  reason: string;
  words: string;
}

export const dismissalReasons = {
  fine: "It doesn't break the guidelines",
  unclear: "We can't tell whether it breaks the guidelines",
  solved: "It's already been resolved or removed",
  abuse: "The report itself was made in bad faith",
} as const;

/** Set by a granted appeal; no form offers it. */
export const appealReason = { appeal: "Reversed on appeal" } as const;

export type ChosenDismissal = keyof typeof dismissalReasons;
export type DismissalReason = ChosenDismissal | keyof typeof appealReason;

/** The keys are days. */
export const suspensionLengths = {
  "1": "1 day",
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  forever: "Permanent",
} as const;

export type SuspensionLength = keyof typeof suspensionLengths;

export const longestWords = 2000;
