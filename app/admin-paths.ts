import { type Query, segment, withQuery } from "./paths";

interface PeopleQuery extends Query {
  q?: string;
  type?: string;
  status?: string;
  suspended?: string;
  plan?: string;
  sort?: string;
}

/** The URLs below /admin, which members' pages need not load. */
export const adminPaths = {
  allPeople: (query: PeopleQuery & { after?: string } = {}) => withQuery("/admin/people", query),
  allPeopleFile: (query: PeopleQuery = {}) => withQuery("/admin/people.csv", query),
  /** `ledger` and `mails`: cursors of its two lists. */
  person: (personId: string, query: { ledger?: string; mails?: string } = {}) =>
    withQuery(`/admin/people/${segment(personId)}`, query),
  /** `q`: an id, the beginning of a title, or its owner's address. */
  allProjects: (query: { q?: string; status?: string; sort?: string; after?: string } = {}) =>
    withQuery("/admin/projects", query),
  allProjectsFile: (query: { q?: string; status?: string; sort?: string } = {}) =>
    withQuery("/admin/projects.csv", query),
  unsentMails: (query: { state?: string; after?: string } = {}) => withQuery("/admin/mail", query),
  failedJobs: (query: { after?: string } = {}) => withQuery("/admin/jobs", query),
  /** `person`: an address, a name or an id. `from` and `to`: yyyy-MM-dd. */
  audit: (query: { person?: string; act?: string; from?: string; to?: string; after?: string } = {}) =>
    withQuery("/admin/audit", query),
  auditFile: (query: { person?: string; act?: string; from?: string; to?: string } = {}) =>
    withQuery("/admin/audit.csv", query),
  /** `q`: an address, a name or an id. */
  subscriptions: (query: { q?: string; plan?: string; sort?: string; after?: string } = {}) =>
    withQuery("/admin/subscriptions", query),
  subscriptionsFile: (query: { q?: string; plan?: string; sort?: string } = {}) =>
    withQuery("/admin/subscriptions.csv", query),
  /** `back`: the list that led here. */
  resetUsage: (userId: string, query: { back?: string } = {}) =>
    withQuery(`/admin/subscriptions/${segment(userId)}`, query),
  refunds: (query: { sort?: string; after?: string } = {}) => withQuery("/admin/refunds", query),
  refundsFile: (query: { sort?: string } = {}) => withQuery("/admin/refunds.csv", query),
  decideRefund: (requestId: string) => `/admin/refunds/${segment(requestId)}`,
  /** The queue; `state` and `reason` filter it. */
  reports: (query: { state?: string; reason?: string; after?: string } = {}) =>
    withQuery("/admin/reports", query),
  reportsFile: (query: { state?: string; reason?: string } = {}) => withQuery("/admin/reports.csv", query),
  decideReport: (caseId: string) => `/admin/reports/${segment(caseId)}`,
  contactInbox: (query: { state?: string; subject?: string; after?: string } = {}) =>
    withQuery("/admin/contact", query),
  contactMessage: (messageId: string) => `/admin/contact/${segment(messageId)}`,
  /** `q`: the beginning of an address. */
  subscribers: (query: { q?: string; after?: string } = {}) => withQuery("/admin/newsletter", query),
  subscribersFile: (query: { q?: string } = {}) => withQuery("/admin/newsletter.csv", query),
  removeSubscriber: (subscriberId: string) => `/admin/newsletter/${segment(subscriberId)}`,
  appeals: (query: { state?: string; after?: string } = {}) => withQuery("/admin/appeals", query),
  decideAppeal: (appealId: string) => `/admin/appeals/${segment(appealId)}`,
  /** `q` is part of a name. */
  waitingContributors: (query: { q?: string; sort?: string; after?: string } = {}) =>
    withQuery("/admin/contributors", query),
  waitingContributorsFile: (query: { q?: string; sort?: string } = {}) =>
    withQuery("/admin/contributors.csv", query),
  reviewContributor: (contributorId: string) => `/admin/contributors/${segment(contributorId)}`,
};
