-- outside a transaction
create index concurrently if not exists reviews_unshown on reviews (unshown_since) where unshown_since is not null;
