-- outside a transaction
create index concurrently if not exists pin_days_day on pin_days (day);
