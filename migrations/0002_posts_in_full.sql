-- Carousels, videos, product tags, series over several boards, deletion with a way back, and who changed what.

-- Videos are not compared by their bytes: a gigabyte is not read for that, and each upload makes its own row.
alter table media
  alter column sha256 drop not null,
  add column duration_ms   int check (duration_ms > 0),
  add column thumbnail_key text,       -- a small JPEG for lists and cards; null: made before there were any
  add check (media_type = 'video' or sha256 is not null),
  add check ((media_type = 'video') = (duration_ms is not null));

-- Posts of one series share the id of its first; the position is the place of the board in the order given.
alter table posts
  add column interval_group_id bigint,
  add column interval_position smallint check (interval_position between 0 and 19),
  add check ((interval_group_id is null) = (interval_position is null));
create unique index posts_series on posts (organization_id, account_id, interval_group_id, interval_position)
  where interval_group_id is not null;

-- A deleted post as it was, out of every index and claim; kept 30 days.
create table deleted_posts (
  organization_id bigint not null,
  id              bigint not null,
  account_id      bigint not null,
  post            jsonb not null,
  media_ids       bigint[] not null,
  attempts        jsonb not null,      -- a post that comes back must know what was tried
  deleted_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index deleted_posts_age on deleted_posts (deleted_at);

-- Every write by any door, with the fields as they were and as they became: for the history of a pin, and to undo it.
create table audit (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  change_id       uuid not null,       -- one write may change several posts
  account_id      bigint not null,
  subject         text not null,       -- 'post:12'
  action          text not null,
  via             text not null,
  actor           text not null,
  version         int,                 -- of the post afterwards
  before          jsonb,               -- null: it was not there
  after           jsonb,               -- null: it is gone
  undone_at       timestamptz,
  at              timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index audit_subject on audit (organization_id, subject, version);
create index audit_change on audit (organization_id, change_id);

-- the last entries of one account
create index credit_ledger_of_account on credit_ledger (organization_id, account_id, id);
