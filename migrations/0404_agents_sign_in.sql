-- Programs that a person signed in: rows of api_keys, so that limits, roles, revoking and the list are those of keys.
alter table api_keys
  add column hash_until   timestamptz, -- when the access token ends; null: a key, which has no other end than expires_at
  -- the most that its person let it do
  add column most_role    text check (most_role in ('viewer', 'contributor', 'scheduler')),
  add column agent_host   text,        -- where the program gets its answers, for the list
  add column agent_client bytea,       -- sha256 of its client id
  add column agent_family bytea,       -- sha256 of the part that all its refresh tokens share
  add column agent_secret bytea;       -- sha256 of the other part of the newest one

alter table organizations add column agents_allowed boolean not null default true;

-- Sign-ins under way: a browser began, a person in Slack agrees, the browser proves that it heard of it. Kept for a day after their
-- end, so that a code that comes twice is known.
create table agent_sign_ins (
  id              bigint generated always as identity primary key,
  code_hash       bytea not null unique, -- of what the person types in Slack
  browser_hash    bytea not null,        -- of the browser's secret
  client_hash     bytea not null,
  client_name     text not null,
  redirect_uri    text not null,
  state           text,
  challenge       text not null,
  most_asked      text not null check (most_asked in ('viewer', 'contributor', 'scheduler')),
  expires_at      timestamptz not null,
  tries           int not null default 0, -- wrong numbers
  ended_at        timestamptz,            -- refused, cancelled, or too many wrong numbers
  organization_id bigint,                 -- of the person who agreed, as the next
  person          text,
  most_role       text check (most_role in ('viewer', 'contributor', 'scheduler')),
  grant_hash      bytea unique,           -- of the authorization code
  grant_until     timestamptz,
  api_key_id      bigint                  -- what the code was exchanged for
);
create index agent_sign_ins_expires on agent_sign_ins (expires_at);
