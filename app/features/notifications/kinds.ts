/** A kind of email that has no notification, or whose notification has another name. */
interface KindOfMail {
  /**
   * Its text is stored encrypted, because anyone with its link could act as its reader while the link is valid. The
   * privacy policy lists these kinds.
   */
  isSealed?: true;
  /** People request it themselves, so it also goes to an unconfirmed address, which may be someone else's. */
  isRequested?: true;
  /** Affects what people pay for, so it also goes to an unconfirmed address once its account has paid. */
  isForPayers?: true;
  /** Its footer says that it's about the reader's account, because it can't be turned off. */
  isAboutAccount?: true;
}

const mails = {
  digest: {},
  recovery: { isSealed: true, isRequested: true },
  "confirm-sign-up": { isSealed: true, isRequested: true },
  "address-changing": { isSealed: true, isRequested: true, isAboutAccount: true },
  "address-confirm": { isSealed: true, isRequested: true },
  "address-in-use": { isRequested: true },
  "password-changed": { isAboutAccount: true },
  "new-device": { isAboutAccount: true },
  "second-factor-on": { isAboutAccount: true },
  "second-factor-off": { isAboutAccount: true },
  "recovery-codes-made": { isAboutAccount: true },
  "recovery-code-used": { isAboutAccount: true },
  "passkeys-changed": { isAboutAccount: true },
  "factors-removed": { isAboutAccount: true },
  "name-changed": { isAboutAccount: true },
  contributor_status: { isAboutAccount: true },
  suspended: { isForPayers: true, isAboutAccount: true },
  "suspension-appeal": { isForPayers: true, isAboutAccount: true },
  appeal: { isAboutAccount: true },
  "copy-asked": { isAboutAccount: true },
  leaving: { isSealed: true, isForPayers: true, isAboutAccount: true },
  "account-deleted": {},
  invite: {},
  "newsletter-confirm": { isSealed: true, isRequested: true },
  contact: {},
  "contact-receipt": {},
  "contact-answer": {},
  admin_notification: {},
} satisfies Record<string, KindOfMail>;

interface KindOfNotification {
  /** The kind's name in the settings. For a kind that's always on, its name within a sentence. */
  label: string;
  /** Who gets it; undefined for everyone. The settings don't offer it to anyone else. */
  audience?: "creator" | "contributor";
  /** Shown on a lock screen, so it doesn't name anyone. */
  push: string;
}

/** People can turn it off, on the site, by email and by push. */
interface OptionalKindOfNotification extends KindOfNotification {
  /** Shown below its name in the settings. */
  hint?: string;
  /** Continues "Emails about …". */
  about: string;
  /** Continues "We email you when …". */
  when: string;
  /** By default, it isn't sent by email or push. On the site, every kind is on. */
  isOffByDefault?: true;
  /** Not held for the daily email of people who prefer one. */
  isNeverDigested?: true;
}

interface AlwaysOnKindOfNotification extends KindOfNotification {
  isAlwaysOn: true;
  /** The kind of its email; by default, the same name. */
  mailKind?: keyof typeof mails;
}

/** Every kind, in the order of the settings. */
const kinds = {
  match: {
    label: "New matches",
    about: "matches",
    when: "you and someone else like each other",
    push: "You have a new match.",
  },
  message: {
    label: "Unread messages",
    hint: "By email after five minutes, once per conversation",
    about: "messages",
    when: "a message has been unread for five minutes",
    push: "You have a new message.",
    // Someone is waiting for a reply, so this isn't held for the daily email. It's sent once until the conversation is
    // read.
    isNeverDigested: true,
  },
  application: {
    label: "Applications for your projects",
    audience: "creator",
    about: "applications",
    when: "someone applies for your project",
    push: "Someone applied for your project.",
  },
  "application-withdrawn": {
    label: "Withdrawn applications and declined invitations",
    audience: "creator",
    about: "withdrawn applications and declined invitations",
    when: "someone withdraws their application or declines your invitation",
    push: "There's an update on one of your projects.",
    isOffByDefault: true,
  },
  "project-expiring": {
    label: "Projects about to expire",
    audience: "creator",
    about: "projects that expire soon",
    when: "one of your projects has five days left",
    push: "One of your projects expires soon.",
  },
  "application-accepted": {
    label: "Accepted applications",
    audience: "contributor",
    about: "accepted applications",
    when: "your application is accepted",
    push: "There's an update on your application.",
  },
  "application-declined": {
    label: "Declined or reconsidered applications",
    audience: "contributor",
    about: "declined or reconsidered applications",
    when: "your application is declined or reconsidered",
    push: "There's an update on your application.",
  },
  invitation: {
    label: "Invitations to apply",
    audience: "contributor",
    about: "invitations to apply",
    when: "someone invites you to apply for their project",
    push: "You're invited to apply for a project.",
  },
  "project-changed": {
    label: "Changes to projects you applied for",
    audience: "contributor",
    about: "changes to projects you applied for",
    when: "a project you applied for is updated, closed or reopened, or expires",
    push: "There's an update on a project you applied for.",
  },
  referral: {
    label: "Rewards for inviting people to Matchcut",
    about: "rewards for inviting people to Matchcut",
    when: "someone joins with your invitation, or you join with theirs",
    push: "There's an update on your rewards.",
  },
  "saved-search": {
    label: "New results for your saved searches",
    hint: "Each search has its own schedule",
    about: "saved searches",
    when: "one of your saved searches finds something new",
    push: "One of your saved searches found something new.",
    // Saved searches have their own frequency setting.
    isNeverDigested: true,
  },
  /** The decision on a profile. */
  vetting: {
    label: "your profile review",
    isAlwaysOn: true,
    audience: "contributor",
    push: "There's an update on your profile.",
    mailKind: "contributor_status",
  },
  /** About money and plans. Admins get it, too, for refunds to decide and unknown prices. */
  payment: { label: "your payments", isAlwaysOn: true, push: "There's an update on a plan or payment." },
  /** The decision on a report or an appeal. */
  report: {
    label: "moderation decisions",
    isAlwaysOn: true,
    push: "There's an update on a report.",
    mailKind: "appeal",
  },
  /** A copy of the person's data. */
  export: { label: "copies of your data", isAlwaysOn: true, push: "Your data is ready to download." },
} satisfies Record<string, OptionalKindOfNotification | AlwaysOnKindOfNotification>;

type Kinds = typeof kinds;
export type Kind = keyof Kinds;
export type OptionalKind = { [Name in Kind]: Kinds[Name] extends { isAlwaysOn: true } ? never : Name }[Kind];

const rowOf = (kind: string): Partial<OptionalKindOfNotification & AlwaysOnKindOfNotification> | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind as Kind] : undefined;

/** The text for a lock screen. Also covers kinds that only another release knows. */
export const pushWords = (kind: string): string => rowOf(kind)?.push ?? "You have a new notification.";

/** Every kind of email. `/dev/mails` has a sample of each. */
export type MailKind = keyof typeof mails | Exclude<Kind, "vetting" | "report">;

export const mailKindOf = (kind: Kind): MailKind => rowOf(kind)?.mailKind ?? (kind as MailKind);

const mailKinds = Object.keys(mails) as (keyof typeof mails)[];
const mailsThat = (rule: keyof KindOfMail): ReadonlySet<string> =>
  new Set(mailKinds.filter((kind) => rule in mails[kind]));

export const sealedKinds = mailsThat("isSealed");
export const requestedKinds = mailsThat("isRequested");
export const payersKinds = mailsThat("isForPayers");

/**
 * Why an email can't be turned off, for its footer. Undefined if it can be, or if its reader may have no
 * account.
 */
export function whyAlways(kind: MailKind): string | undefined {
  if (kind === "payment") return "You can't turn off emails about your payments.";
  return mailsThat("isAboutAccount").has(kind) || kind === "export"
    ? "You can't turn off emails about your account."
    : undefined;
}

/** Not pushed by default. The others are pushed once a device is turned on. */
export const quietKinds = (): string[] =>
  optionalKindNames.filter((kind) => optionalKinds[kind].isOffByDefault);

export const optionalKinds: Readonly<Record<OptionalKind, OptionalKindOfNotification>> = kinds;

const names = Object.keys(kinds) as Kind[];

/** In the order of the settings. */
export const optionalKindNames = names.filter(isOptionalKind);

/** What someone can get: the kinds they can choose, and the names of those that are always on. */
export function kindsFor(audience: "creator" | "contributor"): { kinds: OptionalKind[]; alwaysOn: string[] } {
  const theirs = names.filter((kind) => (rowOf(kind)?.audience ?? audience) === audience);
  return {
    kinds: theirs.filter(isOptionalKind),
    alwaysOn: theirs.filter((kind) => !isOptionalKind(kind)).map((kind) => kinds[kind].label),
  };
}

export function isOptionalKind(kind: string): kind is OptionalKind {
  const row = rowOf(kind);
  return row !== undefined && !row.isAlwaysOn;
}

/** How often digested kinds are emailed: right away, in one email a day, or not at all. */
export const paces = ["each", "daily", "none"] as const;
export type Pace = (typeof paces)[number];
