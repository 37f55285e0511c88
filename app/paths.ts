/**
 * URLs as functions. URLs that few pages with script need are in `admin-paths.ts` and `site-paths.ts`. Imports nothing.
 */

/** Keeps an ID within one path segment and out of headers. */
export const segment = encodeURIComponent;

/** Leaves out undefined and empty values. */
export type Query = Record<string, string | number | undefined>;

export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** The page that follows the step. */
type ReturnQuery = { redirectTo?: string };

/**
 * The owner's place in the list of applications. `ticked`: the applicants chosen to be compared, separated by commas.
 */
type DeskQuery = { folder?: string; sort?: "match" | "date"; after?: string; ticked?: string };

export const paths = {
  home: () => "/",
  howItWorks: () => "/how-it-works",
  /** One of our own stills: 'tent', 'styles/cinematic'. */
  still: (name: string) => `/pictures/${name}.avif`,
  features: () => "/features",
  about: () => "/about",
  careers: () => "/careers",
  /** `category`: "creator-tips" and so on. */
  blog: (query: { category?: string } = {}) => withQuery("/blog", query),
  faq: (query: { q?: string; topic?: string } = {}) => withQuery("/faq", query),
  safetyCenter: (query: { tab?: "guidelines" | "faq" } = {}) => withQuery("/safety-center", query),
  privacyPolicy: () => "/privacy-policy",
  termsOfService: () => "/terms-of-service",
  /** Here and on the way through a payment, `from` is the path to return to. */
  pricing: (query: { billing?: "yearly"; from?: string } = {}) => withQuery("/pricing", query),
  contributors: (query: { sort?: "new"; after?: string } = {}) => withQuery("/contributors", query),
  invitePeople: (query: { tab?: "email" | "social"; after?: string } = {}) => withQuery("/invite", query),
  /** The member's own link, as JSON. */
  inviteLink: () => "/invite/link",
  /** `signedIn`: a session was just opened. If its cookie is missing, the page says that cookies are blocked. */
  login: (query: ReturnQuery & { tab?: "create" | "sign-in"; fromOnboarding?: "1"; signedIn?: "1" } = {}) =>
    withQuery("/login", query),
  /** The page that follows the password. `lost` asks for a recovery code. */
  secondStep: (query: ReturnQuery & { lost?: "1" } = {}) => withQuery("/login/second-factor", query),
  passkeySignIn: (query: ReturnQuery = {}) => withQuery("/login/passkey", query),
  passkeyChallenge: () => "/api/passkey-challenge",
  logout: () => "/logout",
  /** What a member wrote before their session ended. */
  unsent: (query: ReturnQuery = {}) => withQuery("/unsent", query),
  recover: () => "/recover",
  /** Stops the deletion of an account that's about to be deleted. */
  comeBack: (token: string) => `/come-back/${segment(token)}`,
  /** The warning that a person must read before they continue. */
  warning: (query: ReturnQuery = {}) => withQuery("/warning", query),
  /** An appeal by the person that an admin's decision is about. */
  appeal: (kind: string, decisionId: string) => `/appeal/${kind}/${segment(decisionId)}`,
  /** For a person who can't sign in. */
  appealWith: (token: string) => `/appeal/${segment(token)}`,
  appealWithin: () => "/appeal/",
  /** `redirectTo` is where to go once the profile is finished. */
  onboarding: (query: ReturnQuery = {}) => withQuery("/onboarding", query),
  onboardingStep: (step: number, query: ReturnQuery = {}) => withQuery(`/onboarding/${step}`, query),
  dashboard: () => "/dashboard",
  creatorDashboard: () => "/creator-dashboard",
  ownProfile: () => "/profile",
  /** `section` is the open section, or "none". `saved` is the section that was just saved. */
  editProfile: (query: { section?: string; saved?: string } = {}) => withQuery("/profile/edit", query),
  editField: (section: string, name: string) => `/profile/edit?section=${segment(section)}#profile-${name}`,
  avatar: () => "/profile/avatar",
  /** The actor's own samples. `removed` is a sample that they can restore. */
  samples: (query: { removed?: string; added?: string } = {}) => withQuery("/profile/work", query),
  /** `first` asks for a new member's first piece of work. */
  newSample: (query: { kind?: "link"; first?: "1" } = {}) => withQuery("/profile/work/new", query),
  sample: (sampleId: string) => `/profile/work/${segment(sampleId)}`,
  /** `variant`: "720.avif" for a picture, "file" for anything else. */
  media: (mediaId: string, variant: string) => `/media/${segment(mediaId)}/${variant}`,
  /**
   * Shows one whole piece of work. `kind` is a sample by its ID, or a file of a brief or message by the file's ID.
   * `from` is the page to go back to.
   */
  view: (kind: "sample" | "reference" | "message", id: string, query: { from?: string } = {}) =>
    withQuery(`/view/${kind}/${segment(id)}`, query),
  /** Resumable uploads. */
  uploads: () => "/api/uploads",
  /** `deck` is the filter of the deck to go back to. */
  profile: (profileId: string, query: { deck?: string } = {}) =>
    withQuery(`/profile/${segment(profileId)}`, query),
  /** `from` is the conversation to go back to. */
  blockPerson: (personId: string, query: { from?: string } = {}) =>
    withQuery(`/profile/${segment(personId)}/block`, query),
  /**
   * `kind` is what's reported, such as a message, `seq` a message's number in its conversation, and `by` the
   * contributor whose application it is.
   */
  reportThing: (kind: string, id: string, query: { seq?: number; by?: string } = {}) =>
    withQuery(`/report/${kind}/${segment(id)}`, query),
  /** Explains what happens next. */
  reported: () => "/report",
  saveContributor: (contributorId: string) => `/profile/${segment(contributorId)}/save`,
  /**
   * `with` contains the people selected to be compared. `removed` is someone who can be restored. `limit` opens a
   * dialog, which returns to `from`.
   */
  saved: (
    query: {
      with?: string;
      list?: string;
      service?: number;
      availability?: string;
      sort?: string;
      after?: string;
      removed?: string;
      limit?: "saved";
      from?: string;
    } = {},
  ) => withQuery("/saved", query),
  /** A favorite's note and lists. */
  favorite: (contributorId: string) => `/saved/${segment(contributorId)}`,
  analytics: () => "/analytics",
  compareFavorites: (query: { with?: string } = {}) => withQuery("/saved/compare", query),
  savedLists: () => "/saved/lists",
  savedList: (listId: string) => `/saved/lists/${segment(listId)}`,
  /** Dots join several tools or styles. */
  discover: (
    query: {
      limit?: "swipes" | "matches";
      /** Shows the form with the filters. */
      filters?: "open";
      service?: number;
      tool?: string;
      style?: string;
      level?: string;
      availability?: string;
      price?: number;
      per?: string;
      place?: string;
    } = {},
  ) => withQuery("/discover", query),
  swipe: () => "/discover/swipe",
  undoSwipe: () => "/discover/undo",
  matches: (query: { show?: "new" | "unwritten"; before?: string } = {}) => withQuery("/matches", query),
  /** `opener` is the number of the opener to start the message with. */
  match: (matchId: string, query: { opener?: number } = {}) =>
    withQuery(`/matches/${segment(matchId)}`, query),
  /** `find` shows the search field. */
  messages: (
    query: {
      after?: string;
      filter?: "unread" | "requests" | "ignored" | "groups" | "archived";
      q?: string;
      find?: "1";
    } = {},
  ) => withQuery("/messages", query),
  newMessage: (query: { to: string; sending?: "1" }) => withQuery("/messages/new", query),
  newGroup: (people: readonly string[]) =>
    withQuery("/messages/new", { with: people.join(" "), sending: "1" }),
  /** `people` are the ones chosen so far. */
  newConversation: (query: { people?: readonly string[]; q?: string; next?: "1" } = {}) => {
    const { people, ...rest } = query;
    return withQuery("/messages/new", { with: people?.join(" "), ...rest });
  },
  /** The same search, with the result as JSON. */
  people: ({ people, q }: { people: readonly string[]; q: string }) =>
    withQuery("/messages/people", { with: people.join(" "), q }),
  conversation: (conversationId: string, query: { before?: number } = {}) =>
    withQuery(`/messages/${segment(conversationId)}`, query),
  answerRequest: (conversationId: string) => `/messages/${segment(conversationId)}/answer`,
  /** `part` opens the page that deletes the message. */
  changeMessage: (conversationId: string, seq: number, query: { part?: "delete" } = {}) =>
    withQuery(`/messages/${segment(conversationId)}/${seq}`, query),
  /** The query lists what the page already shows. `begin` is a short document that redirects to the stream. */
  conversationLive: (
    conversationId: string,
    query: { after?: number; changed?: string; pending?: string; unseen?: string; begin?: "1" } = {},
  ) => withQuery(`/messages/${segment(conversationId)}/live`, query),
  /** `change` posts a change to that message. */
  conversationNow: (conversationId: string, query: { after?: number; change?: number } = {}) =>
    withQuery(`/messages/${segment(conversationId)}/now`, query),
  conversationPresence: (conversationId: string) => `/messages/${segment(conversationId)}/presence`,
  /** `check` shows why the step can't be posted. */
  projectBrief: (
    query: { step?: "details" | "requirements" | "budget" | "preview"; check?: "1"; limit?: "post" } = {},
  ) => withQuery("/project-brief", query),
  saveBrief: () => "/project-brief/draft",
  /** `key` names a draft that may not be saved yet. */
  discardBrief: (query: { key?: string } = {}) => withQuery("/project-brief/discard", query),
  /** The files of a project, or of the draft if there's no project. */
  briefFiles: (query: { project?: string } = {}) => withQuery("/project-brief/files", query),
  projects: (
    query: {
      view?: "applications";
      status?: string;
      q?: string;
      service?: number;
      tool?: number;
      budget?: number;
      price?: number;
      per?: string;
      after?: string;
    } = {},
  ) => withQuery("/projects", query),
  /**
   * `extend` highlights the form that extends it. `before` asks for older history. `limit` explains why it wasn't
   * extended or reopened.
   */
  project: (
    projectId: string,
    query: {
      apply?: "1";
      extend?: "1";
      limit?: "post";
      tab?: "brief" | "invited";
      ask?: "cancel" | "decline-rest";
      before?: string;
    } & DeskQuery = {},
  ) => withQuery(`/projects/${segment(projectId)}`, query),
  projectStatus: (projectId: string) => `/projects/${segment(projectId)}/status`,
  /** `ask` opens a question. `declined` is the applicant who was just declined. */
  applicant: (
    projectId: string,
    contributorId: string,
    query: DeskQuery & { ask?: "accept" | "decline" | "release"; declined?: string } = {},
  ) => withQuery(`/projects/${segment(projectId)}/applicants/${segment(contributorId)}`, query),
  compareApplicants: (projectId: string) => `/projects/${segment(projectId)}/compare`,
  invite: (contributorId: string) => `/profile/${segment(contributorId)}/invite`,
  editProject: (projectId: string) => `/projects/${segment(projectId)}/edit`,
  repostProject: (projectId: string) => `/projects/${segment(projectId)}/repost`,
  live: () => "/api/live",
  unread: () => "/api/unread",
  browserTimeZone: () => "/api/time-zone",
  settings: () => "/settings",
  account: () => "/settings/account",
  accountType: () => "/settings/account/type",
  /** This page exists until the address is confirmed. */
  confirmation: () => "/settings/confirm",
  changeAddress: () => "/settings/address",
  appearance: () => "/settings/appearance",
  privacy: () => "/settings/privacy",
  timeZone: () => "/settings/time",
  ownData: () => "/settings/data",
  deleteAccount: () => "/settings/data/delete",
  dataExport: (exportId: string) => `/settings/data/export/${segment(exportId)}`,
  liveToken: () => "/api/live/token",
  confirmIdentity: (query: ReturnQuery = {}) => withQuery("/confirm-it-is-you", query),
  sessions: () => "/settings/sessions",
  password: () => "/settings/password",
  secondFactor: () => "/settings/second-factor",
  setUpFactor: (query: ReturnQuery = {}) => withQuery("/settings/second-factor/app", query),
  addPasskey: () => "/settings/second-factor/passkeys",
  /** Shown once, right after the person has made the codes. */
  recoveryCodes: (query: ReturnQuery = {}) => withQuery("/settings/second-factor/codes", query),
  recoveryCodesFile: () => "/settings/second-factor/codes.txt",
  searches: () => "/settings/searches",
  /** `query` is the filter in the URL of the page to search. */
  newSearch: (kind: string, query: Query = {}) => withQuery("/settings/searches/new", { kind, ...query }),
  blocked: (query: { after?: string } = {}) => withQuery("/settings/blocked", query),
  /**
   * `checkout` asks a guest to sign in first. Only `priceId` counts; `plan` and `description` make the URL readable.
   */
  payment: (
    query: { priceId?: string; plan?: string; description?: string; checkout?: "1"; from?: string } = {},
  ) => withQuery("/payment", query),
  paymentSuccess: (query: { session_id?: string; mode?: "pay_per_post"; from?: string } = {}) =>
    withQuery("/payment-success", query),
  usage: (query: { before?: string } = {}) => withQuery("/settings/usage", query),
  billing: () => "/settings/billing",
  /** POST: opens the payment provider's customer portal. */
  billingPortal: () => "/settings/billing/portal",
  /** POST: cancels the plan at the end of the period, or keeps it. */
  renewal: () => "/settings/billing/renewal",
  changePlan: (query: { priceId?: string } = {}) => withQuery("/settings/billing/change", query),
  requestRefund: (paymentId: string) => `/settings/billing/refund/${segment(paymentId)}`,
  admin: () => "/admin",
  /** `subject` is preselected in the form. */
  contact: (query: { subject?: string } = {}) => withQuery("/contact", query),
  newsletter: () => "/newsletter",
  notifications: (query: { before?: string } = {}) => withQuery("/notifications", query),
  notificationSettings: () => "/settings/notifications",
};
