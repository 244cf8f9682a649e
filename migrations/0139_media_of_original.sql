-- outside a transaction
create index concurrently if not exists media_of_original on media (organization_id, original_id) where original_id is not null;
