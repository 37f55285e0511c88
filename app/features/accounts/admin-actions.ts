/** What each act of an admin is called in the audit log. */
export const adminActionWords = {
  "contributor.approve": "Approved a contributor",
  "contributor.reject": "Rejected a contributor",
  "contributor.ask-changes": "Asked a contributor for changes",
  "contributor.approve-undo": "Undid an approval",
  "contributor.reject-undo": "Undid a rejection",
  "contributor.note": "Added a note about a contributor",
  "approve-refund": "Approved a refund",
  "decline-refund": "Declined a refund",
  "usage.reset": "Reset usage",
  "person.sign-out": "Signed someone out everywhere",
  "person.confirm-mail": "Resent a confirmation link",
  "person.drop-factor": "Turned off someone's two-step verification",
  "person.rename": "Changed someone's name",
  "person.suspend": "Suspended someone",
  "person.lift": "Lifted a suspension",
  "report.warn": "Warned someone after a report",
  "report.dismiss": "Dismissed a report",
  "report.hide": "Hid reported content",
  "report.suspend": "Suspended someone after a report",
  "report.undo": "Reopened a report",
  "contact.answer": "Replied to a contact message",
  "contact.close": "Closed a contact message",
  "contact.reopen": "Reopened a contact message",
  "newsletter.remove": "Removed a newsletter subscriber",
  "appeal.grant": "Granted an appeal",
  "appeal.refuse": "Denied an appeal",
  "appeal.close": "Closed an appeal because the decision was no longer in effect",
  "mail.send": "Sent an email",
  "mail.retry": "Retried an email",
  "mail.stop": "Stopped an email",
  "job.retry": "Retried a background job",
  "job.drop": "Dropped a background job",
  "admin.grant": "Made someone an admin",
  "admin.revoke": "Removed someone's admin access",
} as const;

export type AdminAction = keyof typeof adminActionWords;

/** An older version may have written acts to the log that have no words anymore. */
export function wordsOfAdminAction(act: string): string {
  return Object.hasOwn(adminActionWords, act) ? adminActionWords[act as AdminAction] : act;
}
