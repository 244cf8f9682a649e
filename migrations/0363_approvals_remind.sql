-- outside a transaction
create index concurrently if not exists approvals_remind on approvals (remind_at) where state = 'open' and remind_at is not null;
