-- outside a transaction
create index concurrently if not exists review_items_generation on review_items (organization_id, generation_id) where generation_id is not null;
