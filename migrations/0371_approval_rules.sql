-- The rules of an account: who decides its requests, in which steps, until when.
create table approval_rules (
  organization_id bigint not null references organizations (id),
  account_id      bigint not null,
  rules           jsonb not null,                 -- in their order; the one without `when` is for every request
  group_ids       text[] not null default '{}',   -- Slack groups that these rules or a waiting request name
  changed_at      timestamptz not null,
  changed_by      text not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
-- The steps of a request, as the rules were when it was made.
alter table approvals
  add column steps              jsonb,   -- null: one step, for any scheduler
  add column rule_names         text[],
  add column waits_for          text[],  -- whom its pending step waits for: 'person:U1', 'not:U2'; null: any scheduler
  add column due_before_seconds int,     -- how long before its time it is due; null: as ever
  add column on_silence         text;    -- 'admins': they are reminded, too, once it is overdue; 'quiet': nobody is
alter table approval_decisions
  add column token   text,                             -- by which of the step's reviewers: 'person:U1', 'role:scheduler'
  add column settles boolean not null default false;   -- with it the request was settled: undoing that undoes it
-- The groups that they are in, of those that rules name.
alter table members add column groups text[] not null default '{}';
