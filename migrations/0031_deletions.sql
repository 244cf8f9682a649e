-- Organizations and accounts that are deleted with everything they have. The row outlives what it tells of, and refers to nothing.
create table deletions (
  id           bigint generated always as identity primary key,
  organization bigint not null,
  account      bigint,               -- null: the whole organization
  name         text not null,        -- as it was called
  via          text not null,
  asked_by     text not null,
  asked_at     timestamptz not null,
  lease_until  timestamptz,          -- a process works on it until then
  last_error   text,
  finished_at  timestamptz
);
create unique index deletions_open on deletions (organization, coalesce(account, 0)) where finished_at is null;

-- From then on nobody gets in, and nothing is made in it.
alter table organizations
  add column deleting_at timestamptz;
alter table accounts
  add column deleting_at timestamptz;
