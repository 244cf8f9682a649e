-- outside a transaction
-- The head of all notices, also where thousands are due at one instant.
create index concurrently if not exists outbox_head on outbox (due_at, id) where due_at is not null;
