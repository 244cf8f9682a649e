-- outside a transaction
create index concurrently if not exists accounts_platform_user on accounts (platform_user_id);
