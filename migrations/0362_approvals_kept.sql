-- outside a transaction
create index concurrently if not exists approvals_kept on approvals (organization_id, account_id, kept_at) where state = 'open' and kept_at is not null;
