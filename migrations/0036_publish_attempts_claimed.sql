-- outside a transaction
create index concurrently if not exists publish_attempts_claimed on publish_attempts (claimed_at);
