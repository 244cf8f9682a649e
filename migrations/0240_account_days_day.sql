-- outside a transaction
create index concurrently if not exists account_days_day on account_days (day);
