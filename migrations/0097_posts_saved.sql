-- outside a transaction
create index concurrently if not exists posts_saved on posts (organization_id, account_id, saved_pin_id) where saved_pin_id is not null;
