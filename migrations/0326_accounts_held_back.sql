-- outside a transaction
-- The few accounts that Pinterest holds back: the sweep of each minute looks for the next pin to try.
create index concurrently if not exists accounts_held_back on accounts (organization_id, id) where hold_since is not null;
