import { segment, withQuery } from "./paths";

/** A list's search and sort order. Links to its pages add a cursor; the link to its export doesn't. */
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
  /** An email address, a name or an ID. */
  person?: string;
  act?: string;
  /** Both are yyyy-MM-dd. */
  from?: string;
  to?: string;
  sort?: string;
};

/** `list`: the query of the list that led here. */
type InList = { list?: string };

type Decided = InList & { decided?: string };

type Paged<Of> = Of & { after?: string };

/** URLs under /admin, kept in a separate file so that members' scripts don't include them. */
export const adminPaths = {
  allPeople: (query: Paged<PeopleQuery> = {}) => withQuery("/admin/people", query),
  /** `ledger` and `mails` are the cursors of its two lists. */
  person: (personId: string, query: { ledger?: string; mails?: string } = {}) =>
    withQuery(`/admin/people/${segment(personId)}`, query),
  /** `q`: an ID, the beginning of a title, or the owner's email address. */
  allProjects: (query: Paged<ListQuery & { status?: string }> = {}) => withQuery("/admin/projects", query),
  /** `q`: the beginning of an email address. */
  unsentMails: (query: Paged<StateQuery> = {}) => withQuery("/admin/mail", query),
  failedJobs: (query: Paged<JobsQuery> = {}) => withQuery("/admin/jobs", query),
  audit: (query: Paged<ActsQuery> = {}) => withQuery("/admin/audit", query),
  /** `q`: an email address, a name or an ID. */
  subscriptions: (query: Paged<ListQuery & { plan?: string }> = {}) =>
    withQuery("/admin/subscriptions", query),
  /** `back`: the list that led here. */
  resetUsage: (userId: string, query: { back?: string } = {}) =>
    withQuery(`/admin/subscriptions/${segment(userId)}`, query),
  /** `q`: an email address, a name or an ID. Reports and appeals accept the same. */
  refunds: (query: Paged<StateQuery> = {}) => withQuery("/admin/refunds", query),
  decideRefund: (requestId: string, query: InList = {}) =>
    withQuery(`/admin/refunds/${segment(requestId)}`, query),
  reports: (query: Paged<StateQuery & { reason?: string }> = {}) => withQuery("/admin/reports", query),
  /** `decided`: the case that was just decided, so that the admin can look at it again. */
  decideReport: (caseId: string, query: Decided = {}) =>
    withQuery(`/admin/reports/${segment(caseId)}`, query),
  /** `q`: the beginning of an email address or name. */
  contactInbox: (query: Paged<StateQuery & { subject?: string }> = {}) => withQuery("/admin/contact", query),
  contactMessage: (messageId: string, query: Decided = {}) =>
    withQuery(`/admin/contact/${segment(messageId)}`, query),
  /** `q`: the beginning of an email address. */
  subscribers: (query: Paged<ListQuery> = {}) => withQuery("/admin/newsletter", query),
  removeSubscriber: (subscriberId: string) => `/admin/newsletter/${segment(subscriberId)}`,
  appeals: (query: Paged<StateQuery> = {}) => withQuery("/admin/appeals", query),
  decideAppeal: (appealId: string) => `/admin/appeals/${segment(appealId)}`,
  /** `q`: part of a name. */
  waitingContributors: (query: Paged<ListQuery> = {}) => withQuery("/admin/contributors", query),
  reviewContributor: (contributorId: string, query: Decided = {}) =>
    withQuery(`/admin/contributors/${segment(contributorId)}`, query),
};
