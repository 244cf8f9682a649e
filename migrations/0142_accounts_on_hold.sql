-- outside a transaction
-- The few accounts whose queues are held, beside the many that publish.
create index concurrently if not exists accounts_on_hold on accounts (organization_id, id)
  where not (publishing = 'active' and token_status = 'authorized');
