-- Periodic work on each account: when it is next due. One row an account and job, written by whoever does it; an account that has none yet
-- gets it at the next tick.
create table account_jobs (
  organization_id bigint not null,
  account_id      bigint not null,
  job             text not null check (job in ('boards', 'days', 'results')),
  due_at          timestamptz not null,       -- the next time, or until when a worker has it
  failures        int not null default 0,     -- in a row: each one waits longer
  primary key (organization_id, account_id, job),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index account_jobs_due on account_jobs (job, due_at);
-- Each row is written twice a turn: with room in its page that touches no other one.
alter table account_jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
