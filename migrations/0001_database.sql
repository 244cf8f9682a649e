-- What this database is, written by the first process that uses it, before all other files.
create table if not exists database_identity (
  one           boolean primary key default true check (one),
  id            uuid not null default gen_random_uuid(),
  kind          text not null check (kind in ('sandbox', 'production')),
  platform_host text,  -- where the tokens of its accounts are good: api.pinterest.com
  key_check     bytea, -- sealed: whoever opens it has the key of the secrets here
  created_at    timestamptz not null
);
