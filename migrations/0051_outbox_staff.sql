-- outside a transaction
-- The first alert and the first report of each organization, however many wait.
create index concurrently if not exists outbox_staff on outbox (organization_id, (notice ->> 'kind'), due_at, id) where destination = 'staff' and due_at is not null;
