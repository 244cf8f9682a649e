-- outside a transaction
-- Notices that reached nobody although somebody misses them, beside the many for channels that nobody chose.
create index concurrently if not exists outbox_dead_cause on outbox (coalesce(cause, ''), dead_at) where dead_at is not null;
