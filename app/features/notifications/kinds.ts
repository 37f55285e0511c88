interface KindOfNotification {
  /** The kind's name in the settings. */
  label: string;
  /** Who is offered it in the settings; undefined for everyone. */
  audience?: "creator" | "contributor";
  /** Continues "Emails about …". */
  about: string;
  /** Continues "We email you when …". */
  when: string;
  /** The default for mail. On the page, every kind is on by default. */
  byMail: boolean;
  /** Shown on a locked screen, so it names no one. */
  push: string;
  /** Held for the daily mail of people who prefer one. */
  isDigested: boolean;
}

const kinds = {
  match: {
    label: "New matches",
    about: "matches",
    when: "you and someone else like each other",
    push: "You have a new match.",
    byMail: true,
    isDigested: true,
  },
  message: {
    label: "Unread messages",
    about: "messages",
    when: "a message has been unread for five minutes",
    push: "You have a new message.",
    byMail: true,
    // Says that someone is waiting; sent once per conversation.
    isDigested: false,
  },
  application: {
    label: "Applications for your projects",
    audience: "creator",
    about: "applications",
    when: "someone applies for your project",
    push: "Someone applied for your project.",
    byMail: true,
    isDigested: true,
  },
  "application-withdrawn": {
    label: "Withdrawn applications and declined invitations",
    audience: "creator",
    about: "withdrawn applications and declined invitations",
    when: "someone withdraws their application or declines your invitation",
    push: "There's an update on one of your projects.",
    byMail: false,
    isDigested: true,
  },
  "project-expiring": {
    label: "Projects about to expire",
    audience: "creator",
    about: "projects that expire soon",
    when: "one of your projects has five days left",
    push: "One of your projects expires soon.",
    byMail: true,
    isDigested: true,
  },
  "application-accepted": {
    label: "Accepted applications",
    audience: "contributor",
    about: "accepted applications",
    when: "your application is accepted",
    push: "There's an update on your application.",
    byMail: true,
    isDigested: true,
  },
  "application-declined": {
    label: "Declined or reconsidered applications",
    audience: "contributor",
    about: "declined or reconsidered applications",
    when: "your application is declined or reconsidered",
    push: "There's an update on your application.",
    byMail: true,
    isDigested: true,
  },
  invitation: {
    label: "Invitations to apply",
    audience: "contributor",
    about: "invitations to apply",
    when: "someone invites you to apply for their project",
    push: "You're invited to apply for a project.",
    byMail: true,
    isDigested: true,
  },
  "project-changed": {
    label: "Changes to projects you applied for",
    audience: "contributor",
    about: "changes to projects you applied for",
    when: "a project you applied for is updated, closed or reopened, or expires",
    push: "There's an update on a project you applied for.",
    byMail: true,
    isDigested: true,
  },
  referral: {
    label: "Rewards for inviting people to Matchcut",
    about: "rewards for inviting people to Matchcut",
    when: "someone joins through your invitation, or you join through theirs",
    push: "There's an update on your rewards.",
    byMail: true,
    isDigested: true,
  },
  "saved-search": {
    label: "New results for your saved searches",
    about: "saved searches",
    when: "one of your saved searches finds something new",
    push: "One of your saved searches found something new.",
    byMail: true,
    // Has its own frequency setting.
    isDigested: false,
  },
} satisfies Record<string, KindOfNotification>;

export type OptionalKind = keyof typeof kinds;

/**
 * Always on: 'vetting' is the decision on a profile, 'report' the decision on a report, 'export' a copy of one's data.
 */
export type Kind = OptionalKind | "vetting" | "payment" | "report" | "export";

const alwaysPushed: Readonly<Record<Exclude<Kind, OptionalKind>, string>> = {
  vetting: "There's an update on your profile.",
  payment: "There's an update on your plan.",
  report: "There's an update on a report.",
  export: "The copy of your data is ready.",
};

/** Text for a locked screen. */
export const pushWords = (kind: string): string =>
  isOptionalKind(kind)
    ? optionalKinds[kind].push
    : (alwaysPushed[kind as keyof typeof alwaysPushed] ?? "You have a new notification.");

/** Not pushed by default. The others are, once a device is turned on. */
export const quietKinds = (): string[] => optionalKindNames.filter((kind) => !optionalKinds[kind].byMail);

export const optionalKinds: Readonly<Record<OptionalKind, KindOfNotification>> = kinds;

/** In the order of the settings. */
export const optionalKindNames = Object.keys(kinds) as OptionalKind[];

export function isOptionalKind(kind: string): kind is OptionalKind {
  return Object.hasOwn(optionalKinds, kind);
}

/** How often digested kinds are mailed: right away, in one mail a day, or not at all. */
export const paces = ["each", "daily", "none"] as const;
export type Pace = (typeof paces)[number];
