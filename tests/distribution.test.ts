import pg from "pg";
import { expect, test } from "vitest";

// docs/scale.md says what would follow a single primary: tables distributed by person or by conversation. A machine can
// enforce a unique index on its own only if the index contains the column that picks the machine, so a new index
// without that column would block this path.

/** The large tables, by the column that would pick a row's machine. */
const distributed: Record<string, string> = {
  // A person's rows.
  users: "id",
  profiles: "id",
  creator_profiles: "id",
  contributor_profiles: "id",
  contributor_services: "contributor_id",
  contributor_tools: "contributor_id",
  contributor_visual_styles: "contributor_id",
  creator_brand_tones: "creator_id",
  creator_content_types: "creator_id",
  creator_services_needed: "creator_id",
  creator_tools: "creator_id",
  creator_visual_styles: "creator_id",
  person_listings: "profile_id",
  profile_links: "profile_id",
  profile_views: "profile_id",
  work_samples: "profile_id",
  sessions: "user_id",
  push_subscriptions: "user_id",
  swipes: "actor_id",
  decks: "viewer_id",
  deck_cards: "viewer_id",
  matches: "creator_id",
  blocks: "blocker_id",
  notifications: "user_id",
  notification_settings: "user_id",
  mail_schedules: "user_id",
  usage_ledger: "user_id",
  user_usage: "user_id",
  user_subscriptions: "user_id",
  payments: "user_id",
  receipts: "user_id",
  member_days: "member_id",
  member_events: "member_id",
  brief_files: "creator_id",
  saved_contributors: "creator_id",
  saved_lists: "creator_id",
  saved_list_items: "creator_id",
  saved_searches: "user_id",
  // A file can be on any machine, because whatever shows it has its ID.
  media: "id",
  // A conversation's rows.
  conversations: "id",
  conversation_participants: "conversation_id",
  messages: "conversation_id",
  // A project's rows.
  project_briefs: "id",
  project_brief_services: "project_id",
  project_brief_tools: "project_id",
  project_brief_visual_styles: "project_id",
  project_listings: "project_id",
  project_applications: "project_id",
  project_application_counts: "project_id",
  project_invitations: "project_id",
  project_events: "project_id",
  saved_search_results: "search_id",
};

/** These tables are copied to every machine, because most statements join them and only releases change them. */
const everywhere = [
  ...[
    "services",
    "tools",
    "brand_tones",
    "content_types",
    "visual_styles",
    "budget_types",
    "subscription_tiers",
  ],
];

/** These tables are small, short-lived, or read only by admins and jobs, so they'd stay on one machine. */
const onOne = [
  ...[
    "_prisma_migrations",
    "_sql_files",
    "service_health",
    "processes",
    "site_days",
    "carrier_events",
    "outbox_events",
  ],
  ...["rate_limits", "audit_log", "act_names", "admin_notifications", "review_notes", "contact_messages"],
  ...["report_cases", "reports", "appeals", "warnings", "suspensions", "refund_requests", "refund_parts"],
  ...["payment_events", "abandoned_customers", "paid_cards", "boosts", "referrals", "referral_codes"],
  ...[
    "mailed_invitations",
    "invitation_stops",
    "newsletter_subscribers",
    "exports",
    "uploads",
    "outbox_mails",
  ],
  ...["address_changes", "confirmation_links", "recovery_links", "recovery_codes", "authenticator_apps"],
  ...["passkeys", "passkey_challenges", "kept_forms", "unsent_forms", "profile_drafts", "project_drafts"],
];

const generated = "The server or the database makes the ID, so no two machines would make the same.";
const named = "A key belongs to one recipient, so it's as unique together with them.";
const elsewhere =
  "A table of keys, distributed by the key, would say whose it is. The writer takes the key there first.";
const byParent = "The parent's ID would come first in the key, and a statement always knows it.";

/** Unique indexes without their table's column, and what would keep their values unique. */
const otherwise: Record<string, string> = {
  brief_files_pkey: generated,
  conversation_participants_pkey: generated,
  conversations_direct_key_key: elsewhere,
  matches_pkey: generated,
  media_file_key_key: generated,
  member_events_pkey: generated,
  messages_media_id_key: "The file's own row would say which message holds it.",
  messages_pkey: "The sender's browser makes the ID, and repeats it only in the same conversation.",
  notifications_event_key_key: named,
  notifications_pkey: generated,
  payments_checkout_session_id_key: elsewhere,
  payments_invoiced_idx: elsewhere,
  payments_pkey: generated,
  project_applications_pkey: generated,
  project_briefs_creator_id_post_key_key: "The post's ID would be made from its creator and key.",
  project_events_pkey: generated,
  project_listings_pkey: "A sequence makes the number, which only orders the list.",
  push_subscriptions_pkey: "The session's person would come first in the key.",
  receipts_pkey: generated,
  saved_list_items_pkey: byParent,
  saved_lists_pkey: generated,
  saved_searches_pkey: generated,
  sessions_pkey: generated,
  sessions_token_hash_key:
    "The token is random, and would begin with its person's ID, so a request reaches one machine.",
  usage_ledger_pkey: generated,
  user_subscriptions_pkey: generated,
  user_subscriptions_stripe_customer_id_key: elsewhere,
  user_subscriptions_stripe_subscription_id_key: elsewhere,
  users_email_key: elsewhere,
  work_samples_media_id_key: "The file's own row would say which sample holds it.",
  work_samples_pkey: generated,
  work_samples_still_id_key: "The picture's own row would say which sample shows it.",
};

interface UniqueIndex {
  table: string;
  name: string;
  columns: string[];
  /** The table's nullable columns. */
  nullables: string[];
}

/** Tables without a unique index have one entry, without a name. */
async function uniqueIndexes(): Promise<UniqueIndex[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT t.relname AS table, i.relname AS name,
              ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (x.indkey)) AS columns,
              ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.oid AND NOT a.attnotnull) AS nullables
         FROM pg_class t LEFT JOIN pg_index x ON x.indrelid = t.oid AND x.indisunique
         LEFT JOIN pg_class i ON i.oid = x.indexrelid
        WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace ORDER BY t.relname, i.relname`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

const indexes = await uniqueIndexes();

test("every table is distributed, copied everywhere, or on one machine", () => {
  const listed = [...Object.keys(distributed), ...everywhere, ...onOne];
  expect(listed.sort()).toEqual([...new Set(indexes.map(({ table }) => table))].sort());
});

test("a large table's unique indexes contain the column that picks its machine, or are listed with what would keep their values unique", () => {
  const without = indexes.filter(({ table, columns }) => {
    const column = distributed[table];
    return column && !columns.includes(column);
  });
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(otherwise).sort());
});

test("no row of a large table is missing the column that picks its machine", () => {
  const nullable = indexes.filter(({ table, nullables }) => nullables.includes(distributed[table] ?? ""));
  expect(nullable.map(({ table }) => table)).toEqual([]);
});
