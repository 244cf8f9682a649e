-- A tick that failed is in nobody's hands until it is tried again; what it had done is not done again.
alter table cron_runs
  add column failed_at timestamptz, -- the last run ended so, and lease_until is when it is tried again; null: somebody is at it
  add column left_over text[];      -- the parts of it that failed; null: all of it
