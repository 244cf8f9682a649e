-- outside a transaction
-- As accounts_on_hold, with those that Pinterest holds back.
create index concurrently if not exists accounts_not_publishing on accounts (organization_id, id)
  where not (publishing = 'active' and token_status = 'authorized' and hold_since is null);
