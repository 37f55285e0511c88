/** Every URL of the product, as a function or a constant. Imports nothing. */

/** An id stays one path segment and cannot break a header. */
const segment = encodeURIComponent;

type Query = Record<string, string | number | undefined>;

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export const paths = {
  home: () => "/",
  howItWorks: () => "/how-it-works",
  pricing: () => "/pricing",
  login: (query: { redirectTo?: string; tab?: "create" | "sign-in"; fromOnboarding?: "1" } = {}) =>
    withQuery("/login", query),
  logout: () => "/logout",
  recover: () => "/recover",
  recoverWith: (token: string) => `/recover/${segment(token)}`,
  onboarding: () => "/onboarding",
  onboardingStep: (step: number) => `/onboarding/${step}`,
  dashboard: () => "/dashboard",
  creatorDashboard: () => "/creator-dashboard",
  ownProfile: () => "/profile",
  editProfile: () => "/profile/edit",
  avatar: () => "/profile/avatar",
  profile: (profileId: string) => `/profile/${segment(profileId)}`,
  /** `from`: the conversation to go back to. */
  blockPerson: (personId: string, query: { from?: string } = {}) =>
    withQuery(`/profile/${segment(personId)}/block`, query),
  saveContributor: (contributorId: string) => `/profile/${segment(contributorId)}/save`,
  discover: (query: { limit?: "swipes" | "matches" } = {}) => withQuery("/discover", query),
  swipe: () => "/discover/swipe",
  undoSwipe: () => "/discover/undo",
  matches: (query: { before?: string } = {}) => withQuery("/matches", query),
  match: (matchId: string) => `/matches/${segment(matchId)}`,
  messages: (query: { after?: string; filter?: "unread" } = {}) => withQuery("/messages", query),
  newMessage: (query: { to: string; sending?: "1" }) => withQuery("/messages/new", query),
  newGroup: (people: readonly string[]) =>
    withQuery("/messages/new", { with: people.join(" "), sending: "1" }),
  /** `people` are those chosen so far. */
  newConversation: (query: { people?: readonly string[]; q?: string; next?: "1" } = {}) => {
    const { people, ...rest } = query;
    return withQuery("/messages/new", { with: people?.join(" "), ...rest });
  },
  /** The same search as JSON. */
  people: ({ people, q }: { people: readonly string[]; q: string }) =>
    withQuery("/messages/people", { with: people.join(" "), q }),
  conversation: (conversationId: string, query: { before?: number } = {}) =>
    withQuery(`/messages/${segment(conversationId)}`, query),
  answerRequest: (conversationId: string) => `/messages/${segment(conversationId)}/answer`,
  changeMessage: (conversationId: string, seq: number) => `/messages/${segment(conversationId)}/${seq}`,
  /** `after` and `changed`: what the page already shows. */
  conversationLive: (
    conversationId: string,
    query: { after?: number; changed?: string; pending?: string } = {},
  ) => withQuery(`/messages/${segment(conversationId)}/live`, query),
  conversationNow: (conversationId: string, query: { after?: number } = {}) =>
    withQuery(`/messages/${segment(conversationId)}/now`, query),
  conversationPresence: (conversationId: string) => `/messages/${segment(conversationId)}/presence`,
  /** `check` shows what keeps the step from being posted. */
  projectBrief: (query: { step?: "details" | "requirements" | "budget"; check?: "1"; limit?: "post" } = {}) =>
    withQuery("/project-brief", query),
  saveBrief: () => "/project-brief/draft",
  discardBrief: () => "/project-brief/discard",
  projects: (
    query: {
      view?: "applications";
      status?: string;
      q?: string;
      service?: number;
      tool?: number;
      budget?: number;
      after?: string;
    } = {},
  ) => withQuery("/projects", query),
  /**
   * `extend` stresses the form that extends it. `folder`, `sort` and `after`: the owner's list of applications.
   * `before`: older lines of the history.
   */
  project: (
    projectId: string,
    query: {
      apply?: "1";
      extend?: "1";
      folder?: string;
      sort?: "match" | "date";
      after?: string;
      before?: string;
    } = {},
  ) => withQuery(`/projects/${segment(projectId)}`, query),
  projectStatus: (projectId: string) => `/projects/${segment(projectId)}/status`,
  applicant: (projectId: string, contributorId: string) =>
    `/projects/${segment(projectId)}/applicants/${segment(contributorId)}`,
  compareApplicants: (projectId: string) => `/projects/${segment(projectId)}/compare`,
  invite: (contributorId: string) => `/profile/${segment(contributorId)}/invite`,
  editProject: (projectId: string) => `/projects/${segment(projectId)}/edit`,
  repostProject: (projectId: string) => `/projects/${segment(projectId)}/repost`,
  live: () => "/api/live",
  unread: () => "/api/unread",
  browserTimeZone: () => "/api/time-zone",
  timeZone: () => "/settings/time",
  liveToken: () => "/api/live/token",
  sessions: () => "/settings/sessions",
  password: () => "/settings/password",
  blocked: (query: { after?: string } = {}) => withQuery("/settings/blocked", query),
  notifications: (query: { before?: string } = {}) => withQuery("/notifications", query),
  notificationSettings: () => "/settings/notifications",
  unsubscribe: (token: string) => `/unsubscribe/${segment(token)}`,
  /** `q` is part of a name. */
  waitingContributors: (query: { q?: string; after?: string } = {}) =>
    withQuery("/admin/contributors", query),
  reviewContributor: (contributorId: string) => `/admin/contributors/${segment(contributorId)}`,
  file: (key: string) => `/files/${key}`,
  devOutbox: () => "/dev/outbox",
  health: () => "/healthz",
};
