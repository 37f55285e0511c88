/**
 * What happens to a table's rows when someone leaves, and which file of their export contains those rows (see
 * `export_of` in prisma/sql/leaving.sql).
 */
export interface Answer {
  leaving: "deleted" | "anonymized" | `kept: ${string}`;
  /** The file's name, or 'not: ' followed by the reason. */
  exported: string;
}

const deleted = (exported: string): Answer => ({ leaving: "deleted", exported });
const anonymized = (exported: string): Answer => ({ leaving: "anonymized", exported });
const kept = (why: string, exported: string): Answer => ({ leaving: `kept: ${why}`, exported });
const derived = deleted("not: computed from other tables");
const impersonal = kept("no personal data", "not: no personal data");

export const answers: Readonly<Record<string, Answer>> = {
  // accounts
  users: deleted("account"),
  sessions: deleted("sessions"),
  recovery_links: deleted("not: secrets valid for one hour"),
  confirmation_links: deleted("not: secrets valid for a week"),
  address_changes: deleted("address-changes"),
  warnings: deleted("warnings"),
  kept_forms: deleted("not: an admin's filled-in form, kept for ten minutes"),
  unsent_forms: deleted("not: a form that wasn't accepted, kept for a day"),
  suspensions: deleted("suspensions"),
  audit_log: kept("the log never changes, and names people only by ID", "not: the record of what admins did"),
  act_names: deleted("name-changes-by-admins"),
  rate_limits: deleted("not: counts of the last minutes or day"),
  exports: deleted("not: the copies themselves"),

  // second-factor
  authenticator_apps: deleted("not: a secret, and when it was set up"),
  recovery_codes: deleted("not: secrets"),
  passkeys: deleted("passkeys"),
  passkey_challenges: deleted("not: secrets valid for minutes"),

  // profiles
  profiles: deleted("profile"),
  profile_links: deleted("profile-links"),
  creator_profiles: deleted("creator-profile"),
  contributor_profiles: deleted("contributor-profile"),
  creator_content_types: deleted("content-types"),
  creator_brand_tones: deleted("brand-tones"),
  creator_visual_styles: deleted("styles"),
  creator_tools: deleted("tools"),
  creator_services_needed: deleted("services-needed"),
  review_notes: deleted("not: admins' notes to each other"),
  contributor_services: deleted("services-offered"),
  contributor_tools: deleted("tools-offered"),
  contributor_visual_styles: deleted("styles-offered"),
  profile_drafts: deleted("profile-drafts"),
  person_listings: derived,
  work_samples: deleted("work-samples"),
  media: deleted("files"),
  uploads: deleted("unfinished-uploads"),

  // discovery and favorites
  swipes: deleted("swipes"),
  matches: deleted("matches"),
  deck_cards: derived,
  decks: derived,
  saved_contributors: deleted("favorites"),
  saved_lists: deleted("favorite-lists"),
  saved_list_items: deleted("favorites-in-lists"),

  // searches
  saved_searches: deleted("saved-searches"),
  saved_search_results: deleted("not: results already announced, to avoid repeats"),

  // messaging
  conversations: anonymized("conversations"),
  conversation_participants: deleted("conversation-states"),
  messages: anonymized("messages"),

  // projects
  project_briefs: anonymized("projects"),
  project_brief_services: anonymized("project-services"),
  project_brief_tools: anonymized("project-tools"),
  project_brief_visual_styles: anonymized("project-styles"),
  project_drafts: deleted("project-draft"),
  brief_files: deleted("project-files"),
  project_applications: anonymized(
    // Without the private notes of the project's owner.
    "applications",
  ),
  project_events: anonymized("project-history"),
  project_invitations: deleted("invitations"),
  project_application_counts: derived,
  project_listings: derived,

  // plans and payments
  user_subscriptions: deleted("plan"),
  user_usage: deleted("usage"),
  usage_ledger: deleted("uses"),
  payments: anonymized("payments"),
  paid_cards: deleted("not: the provider's fingerprints of cards, only for comparison"),
  receipts: anonymized("receipts"),
  refund_requests: anonymized("refund-requests"),
  refund_parts: kept("amounts and the provider's IDs", "refund-parts"),
  payment_events: kept(
    "only the provider's IDs, for 60 days",
    "not: the provider's notices, without content",
  ),
  abandoned_customers: kept(
    "the customer's ID at the provider, until a job has ended their subscriptions",
    "not: exists only once the account is gone",
  ),

  // notifications
  notifications: deleted("notifications"),
  notification_settings: deleted("notification-settings"),
  push_subscriptions: deleted("push-devices"),
  mail_schedules: deleted("mail-settings"),
  outbox_mails: deleted("mails"),
  admin_notifications: deleted("not: the admins' list"),
  outbox_events: kept("the IDs of what pages have to fetch, for milliseconds", "not: hints without content"),
  carrier_events: kept(
    "the IDs of what pages have to fetch, until the relay has accepted them",
    "not: hints without content",
  ),

  // analytics, referrals, visibility, moderation
  member_days: deleted("days"),
  member_events: deleted("not: counted in `days` within minutes"),
  profile_views: deleted("not: the viewers' data, deleted after two days"),
  referral_codes: deleted("referral-code"),
  // A rewarded referral keeps the hash of the invited address, so that the address can't earn a second reward.
  referrals: anonymized("referrals"),
  mailed_invitations: deleted("mailed-invitations"),
  invitation_stops: kept(
    "a hash of an address whose owner opted out of invitations",
    "not: a hash that belongs to no account",
  ),
  boosts: deleted("boosts"),
  blocks: deleted("blocked"),
  reports: anonymized("reports"),
  appeals: deleted("appeals"),
  report_cases: deleted("not: reports by others, who must stay anonymous"),

  // contact and newsletter
  newsletter_subscribers: deleted("newsletter"),
  contact_messages: deleted("contact-messages"),

  service_health: impersonal,
  processes: impersonal,
  site_days: impersonal,
  content_types: impersonal,
  tools: impersonal,
  services: impersonal,
  visual_styles: impersonal,
  brand_tones: impersonal,
  budget_types: impersonal,
  subscription_tiers: impersonal,
};

export const exportedFiles = Object.values(answers)
  .map(({ exported }) => exported)
  .filter((exported) => !exported.startsWith("not: "));
