-- outside a transaction
create index concurrently if not exists accounts_unheld on accounts (unheld_from) where unheld_from is not null;
