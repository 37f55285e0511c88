import { mailAddressLink, mailAddressLinkTask } from "./features/accounts/address.server";
import { addressChangedTask, addressConfirmedTask } from "./features/accounts/address-told.server";
import { cameBackTask } from "./features/accounts/departing.server";
import { holdReasons, reportHeldTask } from "./features/accounts/holding.server";
import { mailRecoveryLink, mailRecoveryTask } from "./features/accounts/recovering.server";
import { revokeTokensTask, sweepSessions } from "./features/accounts/sessions.server";
import { followSuspensionTask } from "./features/accounts/suspending.server";
import { foldSiteDays, storeHealth } from "./features/admin/overview.server";
import { forgetProcess, noteProcess } from "./features/admin/processes.server";
import { foldEvents, sweepDays } from "./features/analytics/analytics.server";
import { sweepContact } from "./features/contact/inbox.server";
import { releaseAllHeld, releaseHeldOf } from "./features/discovery/matching.server";
import { rescoreFavorites, sweepRemoved } from "./features/favorites/saving.server";
import { makeExport, makeExportTask, sweepExports } from "./features/leaving/exporting.server";
import { removeLeavers } from "./features/leaving/removing.server";
import { announcements, sweepHints } from "./features/live/hints.server";
import { sweepFiles, sweepFilesTask, sweepMedia, sweepMediaTask } from "./features/media/removing.server";
import { fillTones } from "./features/media/toning.server";
import { releaseUnseen, releaseUnseenTask } from "./features/messaging/grouping.server";
import { remind, remindTask } from "./features/messaging/inbox.server";
import { reportHeld } from "./features/moderation/reporting.server";
import { sweepUnconfirmed } from "./features/newsletter/newsletter.server";
import { sendDigests } from "./features/notifications/digesting.server";
import {
  sendMailTask,
  sendQueuedMail,
  sendSealedMailTask,
  sweepMailTexts,
} from "./features/notifications/mailing.server";
import { sendPush, sendPushTask } from "./features/notifications/pushing.server";
import { againOf, tellAdmins, tellAdminsTask } from "./features/payments/announcing.server";
import { followAddress } from "./features/payments/checking-out.server";
import { followSuspension } from "./features/payments/converging.server";
import { executeRefund, executeRefundTask } from "./features/payments/paying-back.server";
import { followEvent, reconcile } from "./features/payments/reconciling.server";
import { startOver, startOverTask } from "./features/payments/starting-over.server";
import { releaseHeldTask } from "./features/plans/counting.server";
import { convergeTask } from "./features/plans/subscribing.server";
import { previewLink, previewLinkTask } from "./features/portfolio/adding.server";
import { sweepSamples } from "./features/portfolio/arranging.server";
import { sweepDrafts } from "./features/profiles/drafting.server";
import {
  announceMissed,
  announceSubmission,
  announceSubmissionTask,
} from "./features/profiles/vetting.server";
import {
  announceDeclinesTask,
  announceDueDeclines,
  tellApplicants,
  tellApplicantsTask,
  tellDeclined,
  tellDeclinedTask,
} from "./features/projects/announcing.server";
import { sweepListings, tellExpiries } from "./features/projects/closing.server";
import {
  rescoreChangedProfiles,
  rescoreProject,
  rescoreProjectTask,
} from "./features/projects/scoring.server";
import { considerReferral, considerReferralTask, rewardMissed } from "./features/referrals/rewarding.server";
import { tellSearches } from "./features/searches/telling.server";
import { sweepChallenges } from "./features/second-factor/passkeys.server";
import type { Tasks } from "./platform/jobs/jobs.server";
import { revokeRelayTokens } from "./platform/realtime/realtime.server";

/** All deferred, retried and scheduled tasks. */
export const tasks: Tasks = {
  [sendMailTask]: (payload) => sendQueuedMail(String(payload.mailId)),
  [sendSealedMailTask]: (payload) => sendQueuedMail(String(payload.mailId)),
  "notifications:sweep-mail": sweepMailTexts,
  "notifications:send-digests": () => sendDigests(),
  [sendPushTask]: ({ notificationId, sessionId }) => sendPush(String(notificationId), String(sessionId)),
  "live:sweep-hints": sweepHints,
  [remindTask]: (payload) => remind(String(payload.conversationId)),
  [mailRecoveryTask]: ({ email, devices }) =>
    mailRecoveryLink({ email: String(email), devices: Array.isArray(devices) ? devices.map(String) : [] }),
  [mailAddressLinkTask]: ({ changeId }) => mailAddressLink(String(changeId)),
  [revokeTokensTask]: ({ sessionIds }) =>
    revokeRelayTokens(Array.isArray(sessionIds) ? sessionIds.map(String) : []),
  "accounts:sweep": sweepSessions,
  "second-factor:sweep": sweepChallenges,
  "profiles:sweep-drafts": sweepDrafts,
  [previewLinkTask]: ({ sampleId }) => previewLink(String(sampleId)),
  "portfolio:sweep": () => sweepSamples(),
  [releaseUnseenTask]: releaseUnseen,
  [sweepMediaTask]: sweepMedia,
  "media:fill-tones": fillTones,
  [sweepFilesTask]: async () => void (await sweepFiles()),
  [announceSubmissionTask]: (payload) => announceSubmission(String(payload.contributorId)),
  "profiles:announce-forgotten": announceMissed,
  [releaseHeldTask]: (payload) => releaseHeldOf(String(payload.personId)),
  [cameBackTask]: ({ userId }) => releaseHeldOf(String(userId)),
  "discovery:release-held": releaseAllHeld,
  "contact:sweep": () => sweepContact(),
  "newsletter:sweep": () => sweepUnconfirmed(),
  "admin:fold-days": () => foldSiteDays(),
  "analytics:fold": foldEvents,
  "analytics:sweep": () => sweepDays(),
  "favorites:sweep-removed": sweepRemoved,
  "favorites:rescore": rescoreFavorites,
  "projects:sweep-listings": sweepListings,
  [tellApplicantsTask]: ({ projectId, eventId, what }) =>
    tellApplicants(String(projectId), String(eventId), String(what)),
  [announceDeclinesTask]: ({ projectId }) => announceDueDeclines(String(projectId)),
  [tellDeclinedTask]: ({ projectId, first, last }) =>
    tellDeclined(String(projectId), String(first), String(last)),
  "projects:tell-expiries": tellExpiries,
  [rescoreProjectTask]: ({ projectId }) => rescoreProject(String(projectId)),
  "projects:rescore-changed": rescoreChangedProfiles,
  [addressChangedTask]: ({ userId }) => followAddress(String(userId)),
  [addressConfirmedTask]: ({ userId }) => considerReferral(String(userId)),
  [considerReferralTask]: ({ userId }) => considerReferral(String(userId)),
  "referrals:reward-missed": rewardMissed,
  "searches:tell": () => tellSearches(),
  [convergeTask]: followEvent,
  [executeRefundTask]: ({ requestId }) => executeRefund(String(requestId)),
  [reportHeldTask]: ({ personId, messageId, why }) =>
    reportHeld({
      personId: String(personId),
      messageId: typeof messageId === "string" ? messageId : null,
      why: holdReasons.find((known) => known === why) ?? "same",
    }),
  [followSuspensionTask]: ({ suspensionId }) => followSuspension(String(suspensionId)),
  [startOverTask]: ({ formerId, toldId }) => startOver(String(formerId), String(toldId)),
  [tellAdminsTask]: (payload) =>
    tellAdmins(String(payload.requestId), String(payload.name), againOf(payload)),
  "payments:reconcile": reconcile,
  [makeExportTask]: ({ exportId }) => makeExport(String(exportId)),
  "leaving:sweep-exports": () => sweepExports(),
  "leaving:remove": () => removeLeavers(),
};

export { announcements };

/** Unlike a job, this runs in each process, at startup and every minute. */
export const everyMinute = () => Promise.all([noteProcess(), storeHealth()]);

export const atStop = forgetProcess;

/** In UTC. */
export const crontab = [
  "17 * * * * accounts:sweep",
  "7 * * * * second-factor:sweep",
  "37 4 * * * profiles:sweep-drafts",
  "*/20 * * * * portfolio:sweep",
  "33 4 * * * messaging:release-unseen",
  "*/20 * * * * media:sweep",
  "43 4 * * * media:sweep-files",
  "*/10 * * * * media:fill-tones",
  "7 5 * * * notifications:sweep-mail",
  "13 5 * * * contact:sweep",
  "19 5 * * * newsletter:sweep",
  "*/15 * * * * notifications:send-digests",
  "27 * * * * live:sweep-hints",
  "47 * * * * profiles:announce-forgotten",
  "*/5 * * * * discovery:release-held",
  "*/5 * * * * analytics:fold",
  "*/5 * * * * admin:fold-days",
  "23 5 * * * analytics:sweep",
  "57 * * * * favorites:sweep-removed",
  "*/10 * * * * favorites:rescore",
  "*/10 * * * * projects:sweep-listings",
  "*/10 * * * * projects:rescore-changed",
  "*/15 * * * * projects:tell-expiries",
  "*/10 * * * * payments:reconcile",
  "*/20 * * * * referrals:reward-missed",
  "*/10 * * * * searches:tell",
  "53 * * * * leaving:remove",
  "13 * * * * leaving:sweep-exports",
].join("\n");
