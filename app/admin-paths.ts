import { segment, withQuery } from "./paths";

/** Of a list: what is searched for, and its order. A page of it has a cursor, its file has none. */
type ListQuery = {
  q?: string;
  sort?: string;
};

type StateQuery = ListQuery & { state?: string };

type PeopleQuery = ListQuery & {
  type?: string;
  status?: string;
  suspended?: string;
  plan?: string;
};

type JobsQuery = {
  /** A job's name. */
  task?: string;
  sort?: string;
};

type ActsQuery = {
  /** An address, a name or an id. */
  person?: string;
  act?: string;
  /** yyyy-MM-dd, both. */
  from?: string;
  to?: string;
  sort?: string;
};

type Paged<Of> = Of & { after?: string };

/** The URLs below /admin, which members' pages need not load. */
export const adminPaths = {
  allPeople: (query: Paged<PeopleQuery> = {}) => withQuery("/admin/people", query),
  allPeopleFile: (query: PeopleQuery = {}) => withQuery("/admin/people.csv", query),
  /** `ledger` and `mails`: cursors of its two lists. */
  person: (personId: string, query: { ledger?: string; mails?: string } = {}) =>
    withQuery(`/admin/people/${segment(personId)}`, query),
  /** `q`: an id, the beginning of a title, or its owner's address. */
  allProjects: (query: Paged<ListQuery & { status?: string }> = {}) => withQuery("/admin/projects", query),
  allProjectsFile: (query: ListQuery & { status?: string } = {}) => withQuery("/admin/projects.csv", query),
  /** `q`: the beginning of an address. */
  unsentMails: (query: Paged<StateQuery> = {}) => withQuery("/admin/mail", query),
  unsentMailsFile: (query: StateQuery = {}) => withQuery("/admin/mail.csv", query),
  failedJobs: (query: Paged<JobsQuery> = {}) => withQuery("/admin/jobs", query),
  failedJobsFile: (query: JobsQuery = {}) => withQuery("/admin/jobs.csv", query),
  audit: (query: Paged<ActsQuery> = {}) => withQuery("/admin/audit", query),
  auditFile: (query: ActsQuery = {}) => withQuery("/admin/audit.csv", query),
  /** `q`: an address, a name or an id. */
  subscriptions: (query: Paged<ListQuery & { plan?: string }> = {}) =>
    withQuery("/admin/subscriptions", query),
  subscriptionsFile: (query: ListQuery & { plan?: string } = {}) =>
    withQuery("/admin/subscriptions.csv", query),
  /** `back`: the list that led here. */
  resetUsage: (userId: string, query: { back?: string } = {}) =>
    withQuery(`/admin/subscriptions/${segment(userId)}`, query),
  /** `q`: an address, a name or an id, here and of reports and appeals. */
  refunds: (query: Paged<StateQuery> = {}) => withQuery("/admin/refunds", query),
  refundsFile: (query: StateQuery = {}) => withQuery("/admin/refunds.csv", query),
  decideRefund: (requestId: string) => `/admin/refunds/${segment(requestId)}`,
  reports: (query: Paged<StateQuery & { reason?: string }> = {}) => withQuery("/admin/reports", query),
  reportsFile: (query: StateQuery & { reason?: string } = {}) => withQuery("/admin/reports.csv", query),
  decideReport: (caseId: string) => `/admin/reports/${segment(caseId)}`,
  /** `q`: the beginning of an address or name. */
  contactInbox: (query: Paged<StateQuery & { subject?: string }> = {}) => withQuery("/admin/contact", query),
  contactFile: (query: StateQuery & { subject?: string } = {}) => withQuery("/admin/contact.csv", query),
  contactMessage: (messageId: string) => `/admin/contact/${segment(messageId)}`,
  /** `q`: the beginning of an address. */
  subscribers: (query: Paged<ListQuery> = {}) => withQuery("/admin/newsletter", query),
  subscribersFile: (query: ListQuery = {}) => withQuery("/admin/newsletter.csv", query),
  removeSubscriber: (subscriberId: string) => `/admin/newsletter/${segment(subscriberId)}`,
  appeals: (query: Paged<StateQuery> = {}) => withQuery("/admin/appeals", query),
  appealsFile: (query: StateQuery = {}) => withQuery("/admin/appeals.csv", query),
  decideAppeal: (appealId: string) => `/admin/appeals/${segment(appealId)}`,
  /** `q` is part of a name. */
  waitingContributors: (query: Paged<ListQuery> = {}) => withQuery("/admin/contributors", query),
  waitingContributorsFile: (query: ListQuery = {}) => withQuery("/admin/contributors.csv", query),
  reviewContributor: (contributorId: string) => `/admin/contributors/${segment(contributorId)}`,
};
