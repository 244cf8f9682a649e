-- Notices that reached nobody: few beside those delivered, listed for the operator and counted at every scrape.
create index outbox_dead on outbox (dead_at) where dead_at is not null;
