-- outside a transaction
create index concurrently if not exists cron_runs_running on cron_runs (job) where finished_at is null and failed_at is null
