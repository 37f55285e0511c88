-- All of a person's data for their download, one row per item. answers.ts lists the names for `file`. Leaves out
-- secrets, columns that say nothing about the person, and what belongs to someone else. A query for one file doesn't
-- read the tables of the others.
CREATE OR REPLACE FUNCTION export_of(person uuid) RETURNS TABLE (file text, "row" jsonb) LANGUAGE sql STABLE AS $$
  -- accounts, second-factor
  SELECT 'account', to_jsonb(t) - '{password_hash,is_admin,removal_begun_at,left_at}'::text[] FROM users t WHERE t.id = person
  UNION ALL SELECT 'sessions', to_jsonb(t) - 'token_hash' FROM sessions t WHERE t.user_id = person
  UNION ALL SELECT 'address-changes', to_jsonb(t) - '{confirm_hash,undo_hash}'::text[] FROM address_changes t WHERE t.user_id = person
  UNION ALL SELECT 'warnings', to_jsonb(t) - 'by_id' FROM warnings t WHERE t.user_id = person
  UNION ALL SELECT 'suspensions', to_jsonb(t) - '{by_id,ended_by_id}'::text[] FROM suspensions t WHERE t.user_id = person
  UNION ALL SELECT 'name-changes-by-admins', to_jsonb(t) - 'act_id' FROM act_names t WHERE t.person_id = person
  UNION ALL SELECT 'passkeys', to_jsonb(t) - '{credential_id,public_key,counter}'::text[] FROM passkeys t WHERE t.user_id = person

  -- profiles, portfolio, media
  UNION ALL SELECT 'profile', to_jsonb(t) FROM profiles t WHERE t.id = person
  UNION ALL SELECT 'profile-links', to_jsonb(t) FROM profile_links t WHERE t.profile_id = person
  UNION ALL SELECT 'creator-profile', to_jsonb(t) FROM creator_profiles t WHERE t.id = person
  UNION ALL SELECT 'contributor-profile', to_jsonb(t) FROM contributor_profiles t WHERE t.id = person
  UNION ALL SELECT 'content-types', to_jsonb(n.name)
              FROM creator_content_types c JOIN content_types n ON n.id = c.content_type_id WHERE c.creator_id = person
  UNION ALL SELECT 'brand-tones', to_jsonb(n.name)
              FROM creator_brand_tones c JOIN brand_tones n ON n.id = c.brand_tone_id WHERE c.creator_id = person
  UNION ALL SELECT 'styles', to_jsonb(n.name)
              FROM creator_visual_styles c JOIN visual_styles n ON n.id = c.visual_style_id WHERE c.creator_id = person
  UNION ALL SELECT 'tools', to_jsonb(n.name) FROM creator_tools c JOIN tools n ON n.id = c.tool_id WHERE c.creator_id = person
  UNION ALL SELECT 'services-needed', to_jsonb(n.name)
              FROM creator_services_needed c JOIN services n ON n.id = c.service_id WHERE c.creator_id = person
  UNION ALL SELECT 'services-offered', to_jsonb(n.name)
              FROM contributor_services c JOIN services n ON n.id = c.service_id WHERE c.contributor_id = person
  UNION ALL SELECT 'tools-offered', to_jsonb(n.name)
              FROM contributor_tools c JOIN tools n ON n.id = c.tool_id WHERE c.contributor_id = person
  UNION ALL SELECT 'styles-offered', to_jsonb(n.name)
              FROM contributor_visual_styles c JOIN visual_styles n ON n.id = c.visual_style_id WHERE c.contributor_id = person
  UNION ALL SELECT 'profile-drafts', to_jsonb(t) FROM profile_drafts t WHERE t.user_id = person
  UNION ALL SELECT 'work-samples', to_jsonb(t) FROM work_samples t WHERE t.profile_id = person
  UNION ALL SELECT 'files', to_jsonb(t) - 'file_key' FROM media t WHERE t.owner_id = person
  UNION ALL SELECT 'unfinished-uploads', to_jsonb(t) FROM uploads t WHERE t.owner_id = person

  -- discovery, favorites, searches
  UNION ALL SELECT 'swipes', to_jsonb(t) FROM swipes t WHERE t.actor_id = person
  UNION ALL SELECT 'matches', to_jsonb(t) - '{creator_seen_at,contributor_seen_at}'::text[] FROM matches t WHERE t.creator_id = person OR t.contributor_id = person
  UNION ALL SELECT 'favorites', to_jsonb(t) FROM saved_contributors t WHERE t.creator_id = person
  UNION ALL SELECT 'favorite-lists', to_jsonb(t) FROM saved_lists t WHERE t.creator_id = person
  UNION ALL SELECT 'favorites-in-lists', to_jsonb(t) FROM saved_list_items t WHERE t.creator_id = person
  UNION ALL SELECT 'saved-searches', to_jsonb(t) - '{seen_to,retry_at}'::text[] FROM saved_searches t WHERE t.user_id = person

  -- messaging, without what someone else deleted or an admin hid
  UNION ALL SELECT 'conversations', to_jsonb(t) - '{direct_key,created_by}'::text[] FROM conversations t WHERE t.id IN (
              SELECT p.conversation_id FROM conversation_participants p
               WHERE p.user_id = person AND p.state <> 'left' AND NOT p.is_blocked)
  UNION ALL SELECT 'conversation-states', to_jsonb(t) FROM conversation_participants t WHERE t.user_id = person
  UNION ALL SELECT 'messages', jsonb_build_object('conversation', m.conversation_id, 'seq', m.seq, 'at', m.created_at,
                     'mine', m.sender_id IS NOT DISTINCT FROM person, 'text', m.content, 'edited_at', m.edited_at,
                     'deleted_at', m.deleted_at, 'file', CASE WHEN m.sender_id = person THEN m.media_id END)
              FROM messages m WHERE m.sender_id = person OR m.deleted_at IS NULL AND m.conversation_id IN (
              SELECT p.conversation_id FROM conversation_participants p
               WHERE p.user_id = person AND p.state <> 'left' AND NOT p.is_blocked)

  -- projects; the rest of an application belongs to the project's owner, and so does when they last changed it
  UNION ALL SELECT 'projects', to_jsonb(t) - '{post_key,words}'::text[] FROM project_briefs t WHERE t.creator_id = person
  UNION ALL SELECT 'project-services', jsonb_build_object('project', b.id, 'name', n.name) FROM project_briefs b
              JOIN project_brief_services c ON c.project_id = b.id JOIN services n ON n.id = c.service_id WHERE b.creator_id = person
  UNION ALL SELECT 'project-tools', jsonb_build_object('project', b.id, 'name', n.name) FROM project_briefs b
              JOIN project_brief_tools c ON c.project_id = b.id JOIN tools n ON n.id = c.tool_id WHERE b.creator_id = person
  UNION ALL SELECT 'project-styles', jsonb_build_object('project', b.id, 'name', n.name)
              FROM project_briefs b JOIN project_brief_visual_styles c ON c.project_id = b.id
              JOIN visual_styles n ON n.id = c.visual_style_id WHERE b.creator_id = person
  UNION ALL SELECT 'project-draft', to_jsonb(t) FROM project_drafts t WHERE t.creator_id = person
  UNION ALL SELECT 'project-files', to_jsonb(t) - 'key' FROM brief_files t WHERE t.creator_id = person
  UNION ALL SELECT 'applications', to_jsonb(t) - '{stage,stage_before,private_note,percent,scored_at,announce_at,announce_note,updated_at}'::text[]
              FROM project_applications t WHERE t.contributor_id = person
  UNION ALL SELECT 'project-history', to_jsonb(t) FROM project_events t WHERE t.actor_id = person
  UNION ALL SELECT 'invitations', to_jsonb(t) FROM project_invitations t WHERE t.contributor_id = person
                OR t.project_id IN (SELECT b.id FROM project_briefs b WHERE b.creator_id = person)

  -- plans and payments
  UNION ALL SELECT 'plan', to_jsonb(t) - 'sync_version' FROM user_subscriptions t WHERE t.user_id = person
  UNION ALL SELECT 'usage', to_jsonb(t) FROM user_usage t WHERE t.user_id = person
  UNION ALL SELECT 'uses', to_jsonb(t) - 'key' FROM usage_ledger t WHERE t.user_id = person
  UNION ALL SELECT 'payments', to_jsonb(t) FROM payments t WHERE t.user_id = person
  UNION ALL SELECT 'receipts', to_jsonb(t) FROM receipts t WHERE t.user_id = person
  UNION ALL SELECT 'refund-requests', to_jsonb(t) - 'decided_by_id' FROM refund_requests t WHERE t.user_id = person
  UNION ALL SELECT 'refund-parts', to_jsonb(t)
              FROM refund_parts t WHERE t.request_id IN (SELECT r.id FROM refund_requests r WHERE r.user_id = person)

  -- notifications
  UNION ALL SELECT 'notifications', to_jsonb(t) - 'event_key' FROM notifications t WHERE t.user_id = person
  UNION ALL SELECT 'notification-settings', to_jsonb(t) FROM notification_settings t WHERE t.user_id = person
  UNION ALL SELECT 'push-devices', to_jsonb(t) - '{p256dh,auth}'::text[] FROM push_subscriptions t WHERE t.user_id = person
  UNION ALL SELECT 'mail-settings', to_jsonb(t) FROM mail_schedules t WHERE t.user_id = person
  UNION ALL SELECT 'mails', to_jsonb(t) - '{text_body,html_body,event_key,provider_id,last_error,digest_key}'::text[]
              FROM outbox_mails t WHERE t.user_id = person

  -- analytics, referrals, visibility, moderation
  UNION ALL SELECT 'days', to_jsonb(t) FROM member_days t WHERE t.member_id = person
  UNION ALL SELECT 'referral-code', to_jsonb(t) FROM referral_codes t WHERE t.user_id = person
  UNION ALL SELECT 'referrals', to_jsonb(t) - '{address_hash,refused}'::text[]
              FROM referrals t WHERE t.referrer_id = person OR t.invitee_id = person
  UNION ALL SELECT 'mailed-invitations', to_jsonb(t) - '{address_hash,code}'::text[]
              FROM mailed_invitations t WHERE t.inviter_id = person
  UNION ALL SELECT 'boosts', to_jsonb(t) FROM boosts t WHERE t.user_id = person
  UNION ALL SELECT 'blocked', to_jsonb(t) FROM blocks t WHERE t.blocker_id = person
  UNION ALL SELECT 'reports', to_jsonb(t) - '{snapshot,guest_key,media_ids}'::text[] FROM reports t WHERE t.reporter_id = person
  UNION ALL SELECT 'appeals', to_jsonb(t) - '{against_id,decided_by_id}'::text[] FROM appeals t WHERE t.user_id = person

  -- contact and newsletter, by address and only once it's confirmed, because a member may have typed someone else's
  UNION ALL SELECT 'newsletter', to_jsonb(t) - '{token_hash,token_expires_at}'::text[] FROM newsletter_subscribers t
             WHERE lower(t.email) = (SELECT lower(u.email) FROM users u WHERE u.id = person AND u.confirmed_at IS NOT NULL)
  UNION ALL SELECT 'contact-messages', to_jsonb(t) - '{email,key,handled_by}'::text[] FROM contact_messages t
             WHERE t.user_id = person
                OR lower(t.email) = (SELECT lower(u.email) FROM users u WHERE u.id = person AND u.confirmed_at IS NOT NULL)
$$;
