import { mailRecoveryLink, mailRecoveryTask } from "./features/accounts/recovering.server";
import { sweepSessions } from "./features/accounts/sessions.server";
import { releaseAllHeld, releaseHeldOf } from "./features/discovery/holding.server";
import { outboxFor, sweepHints } from "./features/live/outbox.server";
import { conversationAudience } from "./features/messaging/announcing.server";
import { remind, remindTask } from "./features/messaging/reminding.server";
import { sendDigests } from "./features/notifications/digesting.server";
import {
  sendMailTask,
  sendQueuedMail,
  sendSealedMailTask,
  sweepMailTexts,
} from "./features/notifications/mailing.server";
import { releaseHeldTask } from "./features/plans/releasing-held.server";
import { sweepDrafts } from "./features/profiles/drafting.server";
import {
  announceMissed,
  announceSubmission,
  announceSubmissionTask,
} from "./features/profiles/vetting.server";
import {
  tellApplicants,
  tellApplicantsTask,
  tellDeclined,
  tellDeclinedTask,
} from "./features/projects/announcing.server";
import { tellExpiries } from "./features/projects/expiring.server";
import { sweepListings } from "./features/projects/listing.server";
import {
  rescoreChangedProfiles,
  rescoreProject,
  rescoreProjectTask,
} from "./features/projects/scoring.server";
import type { Tasks } from "./platform/jobs/jobs.server";

/** Deferred, retried or scheduled. */
export const tasks: Tasks = {
  [sendMailTask]: (payload) => sendQueuedMail(String(payload.mailId)),
  [sendSealedMailTask]: (payload) => sendQueuedMail(String(payload.mailId)),
  "notifications:sweep-mail": sweepMailTexts,
  "notifications:send-digests": () => sendDigests(),
  "live:sweep-hints": sweepHints,
  [remindTask]: (payload) => remind(String(payload.conversationId)),
  [mailRecoveryTask]: ({ email, devices }) =>
    mailRecoveryLink({ email: String(email), devices: Array.isArray(devices) ? devices.map(String) : [] }),
  "accounts:sweep": sweepSessions,
  "profiles:sweep-drafts": sweepDrafts,
  [announceSubmissionTask]: (payload) => announceSubmission(String(payload.contributorId)),
  "profiles:announce-forgotten": announceMissed,
  [releaseHeldTask]: (payload) => releaseHeldOf(String(payload.personId)),
  "discovery:release-held": releaseAllHeld,
  "projects:sweep-listings": sweepListings,
  [tellApplicantsTask]: ({ projectId, eventId, what }) =>
    tellApplicants(String(projectId), String(eventId), String(what)),
  [tellDeclinedTask]: ({ projectId, first, last }) =>
    tellDeclined(String(projectId), String(first), String(last)),
  "projects:tell-expiries": tellExpiries,
  [rescoreProjectTask]: ({ projectId }) => rescoreProject(String(projectId)),
  "projects:rescore-changed": rescoreChangedProfiles,
};

export const announcements = outboxFor([conversationAudience]);

/** In UTC. */
export const crontab = [
  "17 * * * * accounts:sweep",
  "37 4 * * * profiles:sweep-drafts",
  "7 5 * * * notifications:sweep-mail",
  "*/15 * * * * notifications:send-digests",
  "27 * * * * live:sweep-hints",
  "47 * * * * profiles:announce-forgotten",
  "*/5 * * * * discovery:release-held",
  "*/10 * * * * projects:sweep-listings",
  "*/10 * * * * projects:rescore-changed",
  "*/15 * * * * projects:tell-expiries",
].join("\n");
