-- outside a transaction
create index concurrently if not exists webhook_deliveries_head on webhook_deliveries (due_at, id) where due_at is not null
