interface KindOfNotification {
  /** In the settings. */
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
    label: "A match",
    about: "matches",
    when: "you and somebody else like each other",
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
    // Says that someone is waiting, once per conversation.
    isDigested: false,
  },
  application: {
    label: "An application for your project",
    audience: "creator",
    about: "applications",
    when: "somebody applies for your project",
    push: "Somebody applied for your project.",
    byMail: true,
    isDigested: true,
  },
  "application-withdrawn": {
    label: "A withdrawn application, or a declined invitation",
    audience: "creator",
    about: "withdrawn applications and declined invitations",
    when: "somebody withdraws their application for your project or declines your invitation",
    push: "There is news about an application.",
    byMail: false,
    isDigested: true,
  },
  "project-expiring": {
    label: "Your project expires in five days",
    audience: "creator",
    about: "projects that expire soon",
    when: "your project expires in five days",
    push: "One of your projects expires soon.",
    byMail: true,
    isDigested: true,
  },
  "application-accepted": {
    label: "Your application was accepted",
    audience: "contributor",
    about: "accepted applications",
    when: "your application is accepted",
    push: "There is news about your application.",
    byMail: true,
    isDigested: true,
  },
  "application-declined": {
    label: "Your application was declined, or is considered again",
    audience: "contributor",
    about: "declined applications",
    when: "your application is declined or considered again",
    push: "There is news about your application.",
    byMail: true,
    isDigested: true,
  },
  invitation: {
    label: "An invitation to apply",
    audience: "contributor",
    about: "invitations",
    when: "somebody invites you to apply for their project",
    push: "You are invited to apply for a project.",
    byMail: true,
    isDigested: true,
  },
  "project-changed": {
    label: "A project you applied for was changed or closed, has expired or is open again",
    audience: "contributor",
    about: "changed and closed projects",
    when: "a project you applied for is changed, closed or reopened, or expires",
    push: "A project you applied for has changed.",
    byMail: true,
    isDigested: true,
  },
  referral: {
    label: "A reward for an invitation to Matchcut",
    about: "rewards for invitations",
    when: "somebody has joined by your invitation, or you by theirs",
    push: "There is news about an invitation.",
    byMail: true,
    isDigested: true,
  },
  "saved-search": {
    label: "New results of a search you saved",
    about: "saved searches",
    when: "a search that you saved finds something new",
    push: "A search that you saved found something new.",
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
  vetting: "There is news about your profile.",
  payment: "There is news about your plan.",
  report: "There is news about a report.",
  export: "The copy of your data is ready.",
};

/** Text for a locked screen. */
export const pushWords = (kind: string): string =>
  isOptionalKind(kind)
    ? optionalKinds[kind].push
    : (alwaysPushed[kind as keyof typeof alwaysPushed] ?? "There is something new.");

/** Not pushed by default; the others are, once a device is turned on. */
export const quietKinds = (): string[] => optionalKindNames.filter((kind) => !optionalKinds[kind].byMail);

export const optionalKinds: Readonly<Record<OptionalKind, KindOfNotification>> = kinds;

/** In the order of the settings. */
export const optionalKindNames = Object.keys(kinds) as OptionalKind[];

export function isOptionalKind(kind: string): kind is OptionalKind {
  return Object.hasOwn(optionalKinds, kind);
}

/** Mail frequency for digested kinds: each event at once, one mail a day, or none. */
export const paces = ["each", "daily", "none"] as const;
export type Pace = (typeof paces)[number];
