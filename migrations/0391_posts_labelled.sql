-- outside a transaction
create index concurrently if not exists posts_labelled on posts (organization_id, account_id) where labels <> '{}';
