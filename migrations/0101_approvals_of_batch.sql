-- outside a transaction
create index concurrently if not exists approvals_of_batch on approvals (organization_id, batch_id, id) where batch_id is not null;
