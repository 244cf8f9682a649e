-- Tables of the sandbox's stand-ins, made only where the sandbox runs.
-- The simulated platform: what Pinterest itself would remember. Its ids are strings of digits beyond 2^53, as the real ones are.
create sequence sim_ids as bigint start 941000000000000017 increment 7;

create table sim_users (
  id            text primary key default nextval('sim_ids')::text,
  username      text not null unique,
  display_name  text not null,
  account_type  text not null check (account_type in ('PINNER', 'BUSINESS')),
  about         text,
  website_url   text,
  profile_image text,
  created_at    timestamptz not null
);

create table sim_tokens (
  token      text primary key,
  kind       text not null check (kind in ('access', 'refresh')),
  user_id    text not null references sim_users (id),
  scopes     text not null,         -- separated by spaces
  expires_at timestamptz,           -- null: never
  revoked_at timestamptz            -- a refresh token works once
);
create index sim_tokens_user on sim_tokens (user_id);

create table sim_boards (
  id               text primary key default nextval('sim_ids')::text,
  number           bigint generated always as identity,
  owner_id         text not null references sim_users (id),
  name             text not null,
  description      text,
  privacy          text not null check (privacy in ('PUBLIC', 'PROTECTED', 'SECRET')),
  created_at       timestamptz not null,
  pins_modified_at timestamptz
);
create unique index sim_boards_name on sim_boards (owner_id, lower(name));

create table sim_collaborators (
  board_id text not null references sim_boards (id) on delete cascade,
  user_id  text not null references sim_users (id),
  primary key (board_id, user_id)
);
create index sim_collaborators_user on sim_collaborators (user_id);

create table sim_sections (
  id       text primary key default nextval('sim_ids')::text,
  number   bigint generated always as identity,
  board_id text not null references sim_boards (id) on delete cascade,
  name     text not null
);
create index sim_sections_board on sim_sections (board_id, number);

create table sim_pins (
  id             text primary key default nextval('sim_ids')::text,
  number         bigint generated always as identity,   -- order of arrival
  board_id       text not null references sim_boards (id) on delete cascade,
  section_id     text references sim_sections (id) on delete set null,
  owner_id       text not null references sim_users (id),
  title          text,
  description    text,
  link           text,
  alt_text       text,
  dominant_color text,
  is_standard    boolean not null default true,
  content_type   text not null,
  width          int not null,
  height         int not null,
  picture        bytea not null,
  created_at     timestamptz not null,
  visible_at     timestamptz                            -- from when lists show it; null: at once
);
create index sim_pins_board on sim_pins (board_id, number);
create index sim_pins_owner on sim_pins (owner_id, number);
create index sim_pins_section on sim_pins (section_id, number);

-- One row for each time a fault is still to happen: taking one is deleting it, so no two calls share one.
create table sim_faults (
  id        bigint generated always as identity primary key,
  operation text not null,
  fault     text not null,
  link      text                    -- only the pin with this link
);
create index sim_faults_operation on sim_faults (operation, id);

-- What has happened so far; 'creates' counts every pin ever committed.
create table sim_counters (
  name  text primary key,
  value bigint not null
);
insert into sim_counters (name, value) values ('creates', 0);

-- Daily numbers of an account, or of one of its pins (pin_id is '' for the account as a whole).
create table sim_days (
  user_id text not null references sim_users (id),
  pin_id  text not null default '',
  day     date not null,
  status  text not null default 'READY',
  metrics jsonb not null,           -- {"IMPRESSION": 120, …}
  primary key (user_id, pin_id, day)
);
