-- outside a transaction
create index concurrently if not exists accounts_holding on accounts (organization_id, id) where holds_dead_links;
