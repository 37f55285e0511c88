import { readFileSync } from "node:fs";
import type { AmountUnit } from "~/features/catalog/amount";
import type { DeckFilter } from "~/features/discovery/deck-filter";
import type { ReviewReason } from "~/features/profiles/review-reasons";

// The demo's people, work and conversations, as data/*.json has them. README.md explains the fields.

/** In cents. Equal amounts mean one price. */
export interface Amount {
  low: number;
  high: number;
  unit: AmountUnit;
  note: string;
}

export type Plan = "free" | "pay_per_post" | "pro" | "agency";

export interface Sample {
  picture: string;
  title: string;
  role: string;
  /** Alternative text: what it shows, or what people hear. */
  alt: string;
  daysAgo: number;
  service: string;
  /** When an admin hid it. */
  hiddenDaysAgo?: number;
}

interface Reference {
  picture: string;
  title: string;
}

interface Person {
  key: string;
  name: string;
  emailLocalPart: string;
  emailDomain: string | null;
  login?: string | null;
  isAdmin?: boolean;
  plan: Plan;
  portrait: string | null;
  place: string;
  joinedDaysAgo: number;
  services: string[];
  tools: string[];
  styles: string[];
  experience: string | null;
  availability: string;
  bio: string;
  goodAt?: string;
  styleDescription?: string;
  otherTools?: string;
  currentProject?: string;
  links?: Record<string, string>;
}

export interface Contributor extends Person {
  side: "contributor";
  status: "approved" | "pending" | "rejected";
  approvedDaysAgo?: number;
  isConfirmed?: boolean;
  rejection?: { reasons: ReviewReason[]; note: string };
  price: Amount;
  turnaround: string;
  portfolio: string | null;
  samples: Sample[];
}

export interface Creator extends Person {
  side: "creator";
  planPeriodStartedDaysAgo: number;
  tones: string[];
  contentTypes: string[];
  budget: Amount | null;
  usage?: { swipesToday: number };
  samples?: Sample[];
  briefs: Brief[];
}

type BriefStatus = "open" | "in_progress" | "completed" | "cancelled" | "draft";

/** A posted brief has `postedDaysAgo`, and a draft has `savedDaysAgo`. */
export interface Brief {
  /** owner/brief */
  key: string;
  title: string;
  status: BriefStatus;
  postedDaysAgo?: number;
  savedDaysAgo?: number;
  editedDaysAgo?: number;
  completedDaysAgo?: number;
  cancelledDaysAgo?: number;
  expiresInDays: number | null;
  startsInDays: number | null;
  description: string;
  deliverables: string;
  services: string[];
  tools: string[];
  styles: string[];
  budget: Amount | null;
  budgetType: string | null;
  timeline: string;
  isOngoing: boolean;
  brandLink: string | null;
  questions: string[] | null;
  references: Reference[] | null;
}

/** A picture. A video or sound also has a `file`, its size and its length. */
export interface Picture {
  id: string;
  kind: "image" | "video" | "audio";
  width: number;
  height: number;
  widths: number[];
  /** The average color, as #rrggbb. */
  tone: string;
  file?: string;
  fileWidth?: number;
  fileHeight?: number;
  seconds?: number;
  /** A sound's waveform. */
  peaks?: number[];
}

export type AttachedFile =
  | { type: "picture"; picture: string; name: string }
  | { type: "pdf"; name: string; pages: string[][] };

export interface Conversation {
  key: string;
  kind: "direct" | "group" | "request";
  name?: string;
  /** The first one started the conversation. */
  participants: string[];
  opens: { daysAgo: number };
  /** Whether the creator's messages count toward their plan. */
  counted: boolean;
  /** Who hasn't read the last message. */
  unreadFor: string[];
  messages: { from: string; daysAgo: number; text: string; file?: AttachedFile }[];
}

export interface Application {
  by: string;
  daysAgo: number;
  status: "pending" | "accepted" | "declined" | "withdrawn";
  note: string;
  stage?: "new" | "shortlisted" | "archived";
  privateNote?: string;
  answers: string[];
  declineNote?: string;
  decidedDaysAgo?: number;
  withdrawnDaysAgo?: number;
}

interface Decision {
  daysAgo: number;
  reason: string;
  words: string;
}

export interface ReportedCase {
  key: string;
  about: string;
  kind: "profile" | "message";
  conversation?: string;
  /** The position of the reported message. */
  message?: number;
  state: "open" | "warned" | "dismissed";
  urgency: number;
  told: { by: string; reason: string; daysAgo: number; details: string }[];
  decision?: Decision;
}

export interface Appeal {
  by: string;
  against: "suspension" | "sample";
  /** The position of the hidden sample. */
  sample?: number;
  decidedDaysAgo: number;
  days?: number;
  reason: string;
  decisionWords: string;
  told: { by: string; details: string };
  appealedDaysAgo: number;
  words: string;
}

export interface News {
  kind: string;
  about?: string[];
  project?: string;
  daysAgo: number;
  read: boolean;
  text: string;
}

export interface SavedSearch {
  by: string;
  kind: "people" | "projects";
  name: string;
  filter: Partial<Pick<DeckFilter, "level" | "availability" | "place">> & {
    service?: string;
    words?: string;
  };
  pace: "daily" | "weekly" | "off";
  createdDaysAgo: number;
}

type Like = { by: string; daysAgo: number };
type Pair = { creator: string; contributor: string; daysAgo: number };

interface Talk {
  conversations: Conversation[];
  applications: { project: string; applications: Application[] }[];
  invitations: {
    project: string;
    to: string;
    daysAgo: number;
    status: "open" | "declined" | "applied";
    note: string;
    declinedDaysAgo?: number;
  }[];
  /** By creator. `saved` is [person, daysAgo, private note]. */
  favorites: Record<
    string,
    {
      lists: { name: string; createdDaysAgo: number; people: string[] }[];
      saved: [string, number, string][];
    }
  >;
  savedSearches: SavedSearch[];
  matches: (Pair & { source: "swipe" | "application" })[];
  heldMatches: Pair[];
  /** Likes, keyed by the person who received them. */
  likesYou: Record<string, Like[]>;
  notifications: Record<string, News[]>;
  reports: ReportedCase[];
  appeals: Appeal[];
  refundRequests: {
    by: string;
    plan: Plan;
    amount: number;
    paidDaysAgo: number;
    askedDaysAgo: number;
    words: string;
  }[];
  referrals: Record<
    string,
    {
      joined: { who: string; daysAgo: number; rewardedDaysAgo: number }[];
      waiting: { masked: string; daysAgo: number }[];
    }
  >;
  contactMessages: {
    name: string;
    email: string;
    subject: string;
    daysAgo: number;
    state: "waiting" | "answered";
    message: string;
    user?: string;
    answer?: string;
  }[];
}

export interface World extends Talk {
  contributors: Contributor[];
  creators: Creator[];
  pictures: Map<string, Picture>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8"));

export function readWorld(): World {
  const { admin, contributors, creators } = read("cast");
  const crowd = read("crowd");
  const { vettingQueue, rejectedEarlier, suspended, ...talk } = read("talk");
  const { pictures } = read("pictures") as { pictures: Picture[] };
  return {
    ...talk,
    contributors: [...contributors, ...crowd.contributors, ...vettingQueue, ...rejectedEarlier],
    creators: [admin, ...creators, ...crowd.creators, ...suspended],
    pictures: new Map(pictures.map((picture) => [picture.id, picture])),
  };
}
