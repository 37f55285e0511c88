import { segment, withQuery } from "./paths";

/** A list's filters, sort order and cursor. The link to its export leaves out the cursor. */
type ListQuery<Filter extends string> = Partial<Record<Filter | "sort" | "after", string>>;

/** `list`: the query of the list that led here. */
type InList = { list?: string };

type Decided = InList & { decided?: string };

/** URLs under /admin, kept in a separate file so that members' scripts don't include them. */
export const adminPaths = {
  allPeople: (query: ListQuery<"q" | "type" | "status" | "suspended" | "plan"> = {}) =>
    withQuery("/admin/people", query),
  /** `ledger` and `mails` are the cursors of its two lists. */
  person: (personId: string, query: { ledger?: string; mails?: string } = {}) =>
    withQuery(`/admin/people/${segment(personId)}`, query),
  /** `q`: an ID, the beginning of a title, or the owner's email address. */
  allProjects: (query: ListQuery<"q" | "status"> = {}) => withQuery("/admin/projects", query),
  /** `q`: the beginning of an email address. */
  unsentMails: (query: ListQuery<"q" | "state"> = {}) => withQuery("/admin/mail", query),
  /** `task`: a job's name. */
  failedJobs: (query: ListQuery<"task"> = {}) => withQuery("/admin/jobs", query),
  /** `person`: an email address, a name or an ID. `from` and `to` are yyyy-MM-dd. */
  audit: (query: ListQuery<"person" | "act" | "from" | "to"> = {}) => withQuery("/admin/audit", query),
  /** `q`: an email address, a name or an ID. */
  subscriptions: (query: ListQuery<"q" | "plan"> = {}) => withQuery("/admin/subscriptions", query),
  /** `back`: the list that led here. */
  resetUsage: (userId: string, query: { back?: string } = {}) =>
    withQuery(`/admin/subscriptions/${segment(userId)}`, query),
  /** `q`: an email address, a name or an ID. Reports and appeals accept the same. */
  refunds: (query: ListQuery<"q" | "state"> = {}) => withQuery("/admin/refunds", query),
  decideRefund: (requestId: string, query: InList = {}) =>
    withQuery(`/admin/refunds/${segment(requestId)}`, query),
  reports: (query: ListQuery<"q" | "state" | "reason"> = {}) => withQuery("/admin/reports", query),
  /** `decided`: the case that was just decided, so that the admin can look at it again. */
  decideReport: (caseId: string, query: Decided = {}) =>
    withQuery(`/admin/reports/${segment(caseId)}`, query),
  /** `q`: the beginning of an email address or name. */
  contactInbox: (query: ListQuery<"q" | "state" | "subject"> = {}) => withQuery("/admin/contact", query),
  contactMessage: (messageId: string, query: Decided = {}) =>
    withQuery(`/admin/contact/${segment(messageId)}`, query),
  /** `q`: the beginning of an email address. */
  subscribers: (query: ListQuery<"q"> = {}) => withQuery("/admin/newsletter", query),
  removeSubscriber: (subscriberId: string) => `/admin/newsletter/${segment(subscriberId)}`,
  appeals: (query: ListQuery<"q" | "state"> = {}) => withQuery("/admin/appeals", query),
  decideAppeal: (appealId: string) => `/admin/appeals/${segment(appealId)}`,
  /** `q`: part of a name. */
  waitingContributors: (query: ListQuery<"q"> = {}) => withQuery("/admin/contributors", query),
  reviewContributor: (contributorId: string, query: Decided = {}) =>
    withQuery(`/admin/contributors/${segment(contributorId)}`, query),
};
