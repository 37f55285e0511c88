-- Work waiting for admins, up to `most` of each kind. Leaves out reports about the admin who's asking, and their own
-- appeals.
CREATE OR REPLACE FUNCTION waiting_work(admin uuid, most int) RETURNS TABLE (kind text, at timestamptz) LANGUAGE sql STABLE AS $$
  (SELECT 'contributors', n.created_at FROM admin_notifications n WHERE is_waiting(n) ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'reports', c.created_at FROM report_cases c WHERE c.state = 'open' AND c.reported_id <> admin ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'appeals', a.created_at FROM appeals a WHERE a.state = 'open' AND a.user_id <> admin ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'refunds', r.created_at FROM refund_requests r WHERE r.status IN ('requested', 'failed') ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'contact', c.created_at FROM contact_messages c WHERE c.state = 'waiting' ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'mails', m.created_at FROM outbox_mails m WHERE is_failed(m) ORDER BY 2 LIMIT most)
  UNION ALL
  (SELECT 'jobs', j.created_at FROM graphile_worker.jobs j WHERE j.attempts >= j.max_attempts ORDER BY 2 LIMIT most)
$$;
