-- The links of published pins are read again: how far an account's patrol is, and what it found of each pin.
create table patrols (
  organization_id bigint not null,
  account_id      bigint not null,
  entered_until   timestamptz, -- pins published until then have a row below
  ranked_at       timestamptz, -- when the pins with the most clicks were last determined
  told_at         timestamptz, -- when the team was last told of findings
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table patrolled_pins (
  organization_id bigint not null,
  post_id         bigint not null,
  account_id      bigint not null,
  due_at          timestamptz not null,
  is_weekly       boolean not null default false, -- one of the pins with the most clicks
  checked_at      timestamptz,
  url             text,                           -- the link as it was read; what was found holds for it alone
  finding         jsonb,                          -- what is wrong with it; null: nothing
  found_at        timestamptz,                    -- when that was seen first
  confirmed_at    timestamptz,                    -- when it was seen again, a day later
  told_at         timestamptz,                    -- when the team was told
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
-- Written some times a month: with room in its page.
alter table patrolled_pins set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index patrolled_pins_due on patrolled_pins (organization_id, account_id, due_at);
create index patrolled_pins_found on patrolled_pins (organization_id, account_id, post_id) where finding is not null;

alter table account_jobs drop constraint account_jobs_job_check;
alter table account_jobs add constraint account_jobs_job_check check (job in ('boards', 'days', 'results', 'patrol')) not valid;
