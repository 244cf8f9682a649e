-- outside a transaction
create index concurrently if not exists audit_at on audit (at);
