-- However an account is deleted, its subscription must end at the provider.
CREATE OR REPLACE FUNCTION abandon_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO abandoned_customers (customer_id) VALUES (OLD.stripe_customer_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_subscriptions_abandon_customer AFTER DELETE ON user_subscriptions
  FOR EACH ROW WHEN (old.stripe_customer_id IS NOT NULL) EXECUTE FUNCTION abandon_customer();
