-- The payments that are refunded if a refund of `payment` is requested at `asked_at`: the payment itself, and what else
-- was paid for its subscription in the days before (`moneyBackDays`). Skips what was already refunded or charged back.
CREATE OR REPLACE FUNCTION refundable_payments(payment payments, asked_at timestamptz) RETURNS SETOF payments
LANGUAGE sql STABLE AS $$
  SELECT c.* FROM payments c
   WHERE c.user_id = payment.user_id AND c.status = 'paid' AND c.amount_cents > c.refunded_cents
     AND (c.id = payment.id OR c.subscription_id = payment.subscription_id AND c.paid_at > asked_at - interval '14 days')
$$;

-- Requests for the payment's purchase that are undecided or in progress.
CREATE OR REPLACE FUNCTION open_refunds(payment payments) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT o.id FROM refund_requests o
   WHERE o.status IN ('requested', 'accepted', 'failed') AND o.user_id = payment.user_id
     AND EXISTS (SELECT FROM payments f WHERE f.id = o.payment_id
                    AND (f.id = payment.id OR f.subscription_id = payment.subscription_id))
$$;

-- Matches in the days that the payment's guarantee covers (`matchlessDays`).
CREATE OR REPLACE FUNCTION matches_in_time(payment payments) RETURNS TABLE (count int) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM matches m
   WHERE m.creator_id = payment.user_id AND NOT m.held AND m.created_at >= payment.paid_at
     AND m.created_at < payment.paid_at + interval '30 days'
$$;

-- `RefundPart` in TypeScript.
CREATE OR REPLACE FUNCTION refund_part(payment payments, cents int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('plan', payment.plan_type, 'interval', payment.billing_interval, 'cents', cents,
           'paidAt', to_char(payment.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;

-- Whether the payment was ever refunded. Even if the refund failed afterward, the payment no longer pays for
-- anything.
CREATE OR REPLACE FUNCTION given_back(payment payments) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT q.id FROM refund_parts g JOIN refund_requests q ON q.id = g.request_id
   WHERE g.payment_id = payment.id AND (q.status = 'refunded' OR q.refund_id IS NOT NULL)
$$;

-- Whether the request has refunded something, even if a bank returned it or the rest was refused.
CREATE OR REPLACE FUNCTION has_paid_back(request refund_requests) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT request.id
   WHERE request.refund_id IS NOT NULL
      OR EXISTS (SELECT FROM refund_parts done WHERE done.request_id = request.id AND done.refunded_at IS NOT NULL)
$$;

-- The status that pages show (`RequestStatus`). A refund that a bank couldn't pay out is 'returned'. A request that was
-- refunded at least in part is 'closed', not declined, once an admin decides against the rest.
CREATE OR REPLACE FUNCTION shown_status(request refund_requests) RETURNS TABLE (status text) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN request.status = 'declined' AND EXISTS (SELECT FROM has_paid_back(request)) THEN 'closed'
              WHEN request.status = 'failed' AND request.refund_id IS NOT NULL THEN 'returned'
              ELSE request.status END
$$;

-- What a person has paid, newest first: one payment or, for null, the newest twelve, because renewals are among the
-- receipts. Used by the billing page and the page of a refund.
CREATE OR REPLACE FUNCTION paid_payments(person uuid, payment uuid)
  RETURNS TABLE (id uuid, plan plan_type, "interval" text, status text, reason text, amount integer, paid_at timestamptz,
                 matches integer, parts jsonb, "isChangedSince" boolean, is_waiting boolean, request text, note text)
  LANGUAGE sql STABLE AS $$
  SELECT p.id, p.plan_type, p.billing_interval, p.status, p.reason, coalesce(p.amount_cents, 0), p.paid_at,
         CASE WHEN p.plan_type = 'pay_per_post' THEN (SELECT count FROM matches_in_time(p)) END,
         (SELECT jsonb_agg(refund_part(c, c.amount_cents - c.refunded_cents) ORDER BY c.paid_at, c.id)
            FROM refundable_payments(p, now()) c),
         EXISTS (SELECT FROM payments n WHERE n.user_id = p.user_id AND n.subscription_id = p.subscription_id
                    AND n.reason = 'changed' AND n.status = 'paid' AND n.paid_at > p.paid_at),
         EXISTS (SELECT FROM open_refunds(p)), r.request, r.note
    FROM payments p
    LEFT JOIN LATERAL (
      SELECT s.status AS request, q.note FROM refund_requests q CROSS JOIN LATERAL shown_status(q) s
       WHERE q.payment_id = p.id OR q.id IN (SELECT x.request_id FROM refund_parts x WHERE x.payment_id = p.id)
       ORDER BY q.payment_id = p.id DESC, q.created_at DESC LIMIT 1) r ON true
   WHERE p.user_id = person AND p.paid_at IS NOT NULL
     AND CASE WHEN payment IS NULL THEN p.reason <> 'renewed' OR p.status <> 'paid' ELSE p.id = payment END
   ORDER BY p.paid_at DESC, p.id LIMIT 12
$$;

-- Whether the person has ever paid, even if it was refunded. This decides what we keep about them, and which emails go
-- to an unconfirmed address.
CREATE OR REPLACE FUNCTION has_paid(person uuid) RETURNS TABLE (user_id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person
     AND (EXISTS (SELECT FROM payments p
                   WHERE p.user_id = u.id AND p.status NOT IN ('pending', 'expired', 'failed'))
       OR EXISTS (SELECT FROM receipts r WHERE r.user_id = u.id)) OFFSET 0
$$;

-- What someone gets back, payment by payment, if their account is deleted now so that the owner of its address can
-- start over: the unused days of a subscription's current period, out of the last payment for it; the whole price of a
-- post that brought no match, until its guarantee ends (`matchlessDays` and `matchlessAskDays`). Leaves out what a
-- pending or running request covers, and counts each subscription once.
CREATE OR REPLACE FUNCTION owed_at_starting_over(person uuid)
  RETURNS TABLE (payment_id uuid, subscription_id text, paid_at timestamptz, cents int, total_cents int)
  LANGUAGE sql STABLE AS $$
  WITH running AS (
    SELECT s.stripe_subscription_id AS id, floor(
             coalesce((SELECT b.amount_cents FROM payments b
                        WHERE b.user_id = person AND b.subscription_id = s.stripe_subscription_id AND b.plan_type = s.plan_type
                          AND b.billing_interval = s.billing_interval AND b.reason IN ('bought', 'renewed')
                        ORDER BY b.paid_at DESC LIMIT 1),
                      CASE s.billing_interval WHEN 'year' THEN t.yearly_cents ELSE t.monthly_cents END, 0)
             * least(1, floor(extract(epoch FROM s.current_period_end - now()) / 86400)
                        / greatest(1, round(extract(epoch FROM s.current_period_end - s.current_period_start) / 86400)))
           )::int AS worth
      FROM user_subscriptions s LEFT JOIN subscription_tiers t ON t.name = s.plan_type
     WHERE s.user_id = person AND s.status IN ('active', 'trialing')
       AND NOT EXISTS (SELECT FROM refund_requests r JOIN payments f ON f.id = r.payment_id
                        WHERE r.occasion = 'started-over' AND f.subscription_id = s.stripe_subscription_id)
  ), kept AS (
    SELECT p AS payment, p.*, p.amount_cents - p.refunded_cents AS rest FROM payments p
     WHERE p.user_id = person AND p.status = 'paid' AND p.amount_cents > p.refunded_cents
       AND NOT EXISTS (SELECT FROM open_refunds(p))
  ), owed AS (
    SELECT k.id, k.subscription_id, k.paid_at, k.refunded_cents,
           least(k.rest, r.worth - coalesce(sum(k.rest) OVER (
             PARTITION BY k.subscription_id ORDER BY k.paid_at DESC, k.id
             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::int AS cents
      FROM kept k JOIN running r ON r.id = k.subscription_id
    UNION ALL
    SELECT k.id, NULL, k.paid_at, k.refunded_cents, k.rest FROM kept k
     WHERE k.plan_type = 'pay_per_post' AND k.paid_at > now() - interval '44 days'
       AND (SELECT count FROM matches_in_time(k.payment)) = 0
  )
  SELECT o.id, o.subscription_id, o.paid_at, o.cents, o.refunded_cents + o.cents FROM owed o WHERE o.cents > 0
$$;
