/** What admins do, as the audit log words it. */
export const adminActionWords = {
  "contributor.approve": "Approved a contributor",
  "contributor.reject": "Rejected a contributor",
  "contributor.ask-changes": "Asked a contributor for changes",
  "contributor.approve-undo": "Took an approval back",
  "contributor.reject-undo": "Took a rejection back",
  "contributor.note": "Wrote a note about a contributor",
  "approve-refund": "Approved a refund",
  "decline-refund": "Declined a refund",
  "usage.reset": "Reset usage",
  "person.sign-out": "Signed a person out everywhere",
  "person.confirm-mail": "Mailed a confirmation link again",
  "person.drop-factor": "Removed a person's second factor",
  "person.rename": "Changed a person's name",
  "person.suspend": "Suspended a person",
  "person.lift": "Lifted a suspension",
  "report.warn": "Warned a person over a report",
  "report.dismiss": "Dismissed a report",
  "report.hide": "Hid something reported",
  "report.suspend": "Suspended a person over a report",
  "report.undo": "Opened a report again",
  "contact.answer": "Answered a contact message",
  "contact.close": "Closed a contact message",
  "contact.reopen": "Opened a contact message again",
  "newsletter.remove": "Removed a newsletter subscriber",
  "appeal.grant": "Granted an appeal",
  "appeal.refuse": "Refused an appeal",
  "appeal.close": "Closed an appeal against a decision that was over",
  "mail.send": "Sent an email",
  "mail.retry": "Tried an email again",
  "mail.stop": "Stopped an email",
  "job.retry": "Tried a background job again",
  "job.drop": "Dropped a background job",
  "admin.grant": "Gave the admin right",
  "admin.revoke": "Took the admin right",
} as const;

export type AdminAction = keyof typeof adminActionWords;

/** An older process may have written an act that no longer has words. */
export function wordsOfAdminAction(act: string): string {
  return Object.hasOwn(adminActionWords, act) ? adminActionWords[act as AdminAction] : act;
}
