-- outside a transaction
create index concurrently if not exists api_key_days_day on api_key_days (day);
