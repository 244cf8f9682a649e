-- outside a transaction
-- outbox_head begins with the same column
drop index concurrently if exists outbox_due;
