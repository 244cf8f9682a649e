-- outside a transaction
create index concurrently if not exists uploads_open on uploads (organization_id, expires_at) where attached_at is null and storage_key is not null
