-- outside a transaction
create index concurrently if not exists uploads_to_sweep_of on uploads (organization_id, coalesce(sweep_at, expires_at), id) where storage_key is not null
