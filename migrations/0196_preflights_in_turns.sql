-- outside a transaction
-- What is due of each organization, for checks in turns.
create index concurrently if not exists preflights_in_turns on preflights (organization_id, due_at) where due_at is not null;
