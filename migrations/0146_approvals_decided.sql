-- outside a transaction
create index concurrently if not exists approvals_decided on approvals (decided_at) where state <> 'open';
