-- outside a transaction
-- The head of each queue of notices, however many wait behind it.
create index concurrently if not exists outbox_queues on outbox (organization_id, destination, due_at, id) where due_at is not null;
