/** What happens to a table when someone leaves, and what of it their export has. SQL: `t` is a row, $1 the person. */
export interface Answer {
  leaving: "deleted" | "anonymized" | `kept: ${string}`;
  exported: Exported | `not: ${string}`;
}

export interface Exported {
  /** The name of its file. */
  as: string;
  /** Which rows. */
  of: string;
  /** Columns that say nothing about the person, are secret, or are someone else's. */
  without?: readonly string[];
  /** Instead of the whole row. */
  row?: string;
}

type Column = `${string}_id` | "id";

const own = (column: Column, as: string, without: readonly string[] = []): Exported => ({
  as,
  of: `t.${column} = $1`,
  without,
});

/** By name. */
const chosen = (column: Column, as: string, catalog: string, entry: string): Exported => ({
  as,
  of: `t.${column} = $1`,
  row: `to_jsonb((SELECT n.name FROM ${catalog} n WHERE n.id = t.${entry}))`,
});

/** Of a project of theirs. */
const ofProject = (as: string, catalog: string, entry: string): Exported => ({
  as,
  of: `t.project_id IN (SELECT b.id FROM project_briefs b WHERE b.creator_id = $1)`,
  row: `jsonb_build_object('project', t.project_id, 'name', (SELECT n.name FROM ${catalog} n WHERE n.id = t.${entry}))`,
});

/** Of their address, with or without the account; once it is proved to be theirs. */
const ofAddress =
  "lower(t.email) = (SELECT lower(u.email) FROM users u WHERE u.id = $1 AND u.confirmed_at IS NOT NULL)";

const deleted = (exported: Answer["exported"]): Answer => ({ leaving: "deleted", exported });
const anonymized = (exported: Answer["exported"]): Answer => ({ leaving: "anonymized", exported });
const derived = deleted("not: computed from other tables");
const aboutNobody: Answer = { leaving: "kept: about nobody", exported: "not: about nobody" };

const theirConversations = `
  SELECT p.conversation_id FROM conversation_participants p WHERE p.user_id = $1 AND p.state <> 'left' AND NOT p.is_blocked`;

/** An answer for each table. */
export const answers: Readonly<Record<string, Answer>> = {
  // accounts
  users: deleted(own("id", "account", ["password_hash", "is_admin", "removal_begun_at", "left_at"])),
  sessions: deleted(own("user_id", "sessions", ["token_hash"])),
  recovery_links: deleted("not: secrets of an hour"),
  confirmation_links: deleted("not: secrets of a week"),
  address_changes: deleted(own("user_id", "address-changes", ["confirm_hash", "undo_hash"])),
  warnings: deleted(own("user_id", "warnings", ["by_id"])),
  kept_forms: deleted("not: what an admin had filled in, for ten minutes"),
  suspensions: deleted(own("user_id", "suspensions", ["by_id", "ended_by_id"])),
  audit_log: {
    leaving: "kept: what admins did is never changed, and names nobody but by id",
    exported: "not: the admins' record, which others answer for",
  },
  act_names: deleted(own("person_id", "name-changes-by-admins", ["act_id"])),
  rate_limits: deleted("not: counts of the last minutes or day"),
  exports: deleted("not: the copies themselves"),

  // second-factor
  authenticator_apps: deleted("not: a secret, and when it was set up"),
  recovery_codes: deleted("not: secrets"),
  passkeys: deleted(own("user_id", "passkeys", ["credential_id", "public_key", "counter"])),
  passkey_challenges: deleted("not: secrets of minutes"),

  // profiles
  profiles: deleted(own("id", "profile")),
  profile_links: deleted(own("profile_id", "profile-links")),
  creator_profiles: deleted(own("id", "creator-profile")),
  contributor_profiles: deleted(own("id", "contributor-profile")),
  creator_content_types: deleted(chosen("creator_id", "content-types", "content_types", "content_type_id")),
  creator_brand_tones: deleted(chosen("creator_id", "brand-tones", "brand_tones", "brand_tone_id")),
  creator_visual_styles: deleted(chosen("creator_id", "styles", "visual_styles", "visual_style_id")),
  creator_tools: deleted(chosen("creator_id", "tools", "tools", "tool_id")),
  creator_services_needed: deleted(chosen("creator_id", "services-needed", "services", "service_id")),
  review_notes: deleted("not: what admins wrote for each other"),
  contributor_services: deleted(chosen("contributor_id", "services-offered", "services", "service_id")),
  contributor_tools: deleted(chosen("contributor_id", "tools-offered", "tools", "tool_id")),
  contributor_visual_styles: deleted(
    chosen("contributor_id", "styles-offered", "visual_styles", "visual_style_id"),
  ),
  profile_drafts: deleted(own("user_id", "profile-drafts")),
  person_listings: derived,
  work_samples: deleted(own("profile_id", "work-samples")),
  media: deleted(own("owner_id", "files", ["file_key"])),
  uploads: deleted(own("owner_id", "unfinished-uploads")),

  // discovery and favorites
  swipes: deleted(own("actor_id", "swipes")),
  matches: deleted({ as: "matches", of: "t.creator_id = $1 OR t.contributor_id = $1" }),
  deck_cards: derived,
  decks: derived,
  saved_contributors: deleted(own("creator_id", "favorites")),
  saved_lists: deleted(own("creator_id", "favorite-lists")),
  saved_list_items: deleted(own("creator_id", "favorites-in-lists")),

  // searches
  saved_searches: deleted(own("user_id", "saved-searches", ["seen_to", "retry_at"])),
  saved_search_results: deleted("not: what they were told of, so that it is told once"),

  // messaging
  conversations: anonymized({
    as: "conversations",
    of: `t.id IN (${theirConversations})`,
    without: ["direct_key", "created_by"],
  }),
  conversation_participants: deleted(own("user_id", "conversation-states")),
  messages: anonymized({
    as: "messages",
    // What someone else deleted, or an admin hid, is gone for them.
    of: `t.sender_id = $1 OR t.deleted_at IS NULL AND t.conversation_id IN (${theirConversations})`,
    row: `jsonb_build_object('conversation', t.conversation_id, 'seq', t.seq, 'at', t.created_at, 'mine', t.sender_id IS NOT DISTINCT FROM $1,
      'text', t.content, 'edited_at', t.edited_at, 'deleted_at', t.deleted_at, 'file', CASE WHEN t.sender_id = $1 THEN t.media_id END)`,
  }),

  // projects
  project_briefs: anonymized(own("creator_id", "projects", ["post_key", "words"])),
  project_brief_services: anonymized(ofProject("project-services", "services", "service_id")),
  project_brief_tools: anonymized(ofProject("project-tools", "tools", "tool_id")),
  project_brief_visual_styles: anonymized(ofProject("project-styles", "visual_styles", "visual_style_id")),
  project_drafts: deleted(own("creator_id", "project-draft")),
  brief_files: deleted(own("creator_id", "project-files", ["key"])),
  project_applications: anonymized(
    // The rest is the owner's own.
    own("contributor_id", "applications", ["stage", "private_note", "percent", "scored_at"]),
  ),
  project_events: anonymized(own("actor_id", "project-history")),
  project_invitations: deleted({
    as: "invitations",
    of: "t.contributor_id = $1 OR t.project_id IN (SELECT b.id FROM project_briefs b WHERE b.creator_id = $1)",
  }),
  project_application_counts: derived,
  project_listings: derived,

  // plans and payments
  user_subscriptions: deleted(own("user_id", "plan", ["sync_version"])),
  user_usage: deleted(own("user_id", "usage")),
  usage_ledger: deleted(own("user_id", "uses", ["key"])),
  payments: anonymized(own("user_id", "payments")),
  paid_cards: deleted("not: the provider's marks of cards, to compare them"),
  receipts: anonymized(own("user_id", "receipts")),
  refund_requests: anonymized(own("user_id", "refund-requests", ["decided_by_id"])),
  refund_parts: {
    leaving: "kept: amounts and the provider's ids",
    exported: {
      as: "refund-parts",
      of: "t.request_id IN (SELECT r.id FROM refund_requests r WHERE r.user_id = $1)",
    },
  },
  payment_events: {
    leaving: "kept: the provider's numbers alone, for 60 days",
    exported: "not: the provider's notices, without content",
  },
  abandoned_customers: {
    leaving: "kept: the provider's number, until the job has ended what it still charges for",
    exported: "not: there is none as long as there is an account",
  },

  // notifications
  notifications: deleted(own("user_id", "notifications", ["event_key"])),
  notification_settings: deleted(own("user_id", "notification-settings")),
  push_subscriptions: deleted(own("user_id", "push-devices", ["p256dh", "auth"])),
  mail_schedules: deleted(own("user_id", "mail-settings")),
  outbox_mails: deleted(
    own("user_id", "mails", [
      "text_body",
      "html_body",
      "event_key",
      "provider_id",
      "last_error",
      "digest_key",
    ]),
  ),
  admin_notifications: deleted("not: the admins' list"),
  outbox_events: {
    leaving: "kept: what to fetch again, by id, for milliseconds",
    exported: "not: hints without content",
  },
  carrier_events: {
    leaving: "kept: what to fetch again, by id, until the relay has accepted it",
    exported: "not: hints without content",
  },

  // analytics, referrals, visibility, moderation
  member_days: deleted(own("member_id", "days")),
  member_events: deleted("not: added to the days within minutes"),
  profile_views: deleted("not: who looked is theirs, and gone after two days"),
  referral_codes: deleted(own("user_id", "referral-code")),
  // A rewarded one keeps the hash of its address.
  referrals: anonymized({
    as: "referrals",
    of: "t.referrer_id = $1 OR t.invitee_id = $1",
    without: ["address_hash", "refused"],
  }),
  mailed_invitations: deleted(own("inviter_id", "mailed-invitations", ["address_hash", "code"])),
  invitation_stops: {
    leaving: "kept: a hash of an address that wants no invitations",
    exported: "not: a hash that belongs to no account",
  },
  boosts: deleted(own("user_id", "boosts")),
  blocks: deleted(own("blocker_id", "blocked")),
  reports: anonymized(own("reporter_id", "reports", ["snapshot", "guest_key", "media_ids"])),
  appeals: deleted(own("user_id", "appeals", ["against_id", "decided_by_id"])),
  report_cases: deleted("not: what others reported, who must not be known"),

  // contact and newsletter
  newsletter_subscribers: deleted({
    as: "newsletter",
    of: ofAddress,
    without: ["token_hash", "token_expires_at"],
  }),
  contact_messages: deleted({
    as: "contact-messages",
    of: `t.user_id = $1 OR ${ofAddress}`,
    // A member may have typed another's address.
    without: ["email", "key", "handled_by"],
  }),

  service_health: aboutNobody,
  site_days: aboutNobody,
  content_types: aboutNobody,
  tools: aboutNobody,
  services: aboutNobody,
  visual_styles: aboutNobody,
  brand_tones: aboutNobody,
  budget_types: aboutNobody,
  subscription_tiers: aboutNobody,
};
