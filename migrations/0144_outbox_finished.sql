-- outside a transaction
-- What is past its 30 days, without reading what is not.
create index concurrently if not exists outbox_finished on outbox (coalesce(delivered_at, dead_at)) where due_at is null;
