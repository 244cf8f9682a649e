-- Authorizations of the simulated platform, and what of its answers is other than usual.

-- What a consent gives the app, until it is exchanged: once.
create table sim_codes (
  code         text primary key,
  client_id    text not null,
  user_id      text not null references sim_users (id),
  redirect_uri text not null,
  scopes       text not null,         -- separated by spaces
  expires_at   timestamptz not null
);

alter table sim_tokens
  add column issued_at timestamptz;   -- null: seeded

-- Those that are not as usual.
create table sim_switches (
  name  text primary key,
  value jsonb not null
);
