-- When a pause ends by itself; null: when somebody resumes the account.
alter table accounts add column paused_until timestamptz;
