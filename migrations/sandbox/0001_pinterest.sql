-- Tables of the sandbox, made only where it runs. Here the simulated Pinterest: what Pinterest itself would remember.

-- Its ids are strings of digits beyond 2^53, as the real ones are.
create sequence sim_ids as bigint start 941000000000000017 increment 7;

-- Accounts. Those that do not sign in are strangers, whose pins a search finds.
create table sim_users (
  id            text primary key default nextval('sim_ids')::text,
  username      text not null unique,
  display_name  text not null,
  account_type  text not null check (account_type in ('PINNER', 'BUSINESS')),
  about         text,
  website_url   text,
  profile_image text,
  signs_in      boolean not null default true, -- false: a stranger, whose account nobody here may connect
  standing      text,                          -- how the account stands, until that is set back
  created_at    timestamptz not null
);

-- What a consent gives the app, until it is exchanged: once.
create table sim_codes (
  code         text primary key,
  client_id    text not null,
  user_id      text not null references sim_users (id),
  redirect_uri text not null,
  scopes       text not null, -- separated by spaces
  expires_at   timestamptz not null
);

-- Tokens that were given to apps.
create table sim_tokens (
  token      text primary key,
  kind       text not null check (kind in ('access', 'refresh')),
  user_id    text not null references sim_users (id),
  scopes     text not null, -- separated by spaces
  expires_at timestamptz,   -- null: never
  revoked_at timestamptz,   -- a refresh token works once
  issued_at  timestamptz    -- null: seeded
);
create index sim_tokens_user on sim_tokens (user_id);

-- Boards. Two of one owner never have the same name.
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

-- An upload that was registered. Of the bytes only what they are is kept.
create table sim_media (
  id            text primary key default nextval('sim_ids')::text,
  number        bigint generated always as identity,
  user_id       text not null references sim_users (id),
  upload_key    text not null unique,
  upload_fields jsonb not null,         -- [[name, value], …]: what the form must hold, in this order
  expires_at    timestamptz not null,   -- of the permission to upload
  fate          text not null default 'succeeded' check (fate in ('succeeded', 'failed', 'stuck')),
  registered_at timestamptz not null,
  received_at   timestamptz,
  uploads       int not null default 0, -- how often all of its bytes came
  bytes         bigint,
  sha256        bytea,
  duration_ms   int,                    -- null: the bytes are no video, and processing fails
  width         int,
  height        int
);

-- Pins; `parent_pin_id` is what a saved copy was made of, which may be gone.
create table sim_pins (
  id             text primary key default nextval('sim_ids')::text,
  number         bigint generated always as identity, -- order of arrival
  board_id       text not null references sim_boards (id) on delete cascade,
  section_id     text references sim_sections (id) on delete set null,
  owner_id       text not null references sim_users (id),
  title          text,
  description    text,
  link           text,
  alt_text       text,
  -- what is shown of a pin whose text is stored another way: {title, description, link, alt_text}; null: what was sent
  shown          jsonb,
  dominant_color text,
  is_standard    boolean not null default true,
  media_type     text not null default 'image' check (media_type in ('image', 'multiple_images', 'video')),
  video_id       text references sim_media (id),
  content_type   text not null,
  width          int not null,
  height         int not null,
  picture        bytea not null,
  parent_pin_id  text,                                -- what this one is a saved copy of: it may be deleted, or be none of ours
  is_promoted    boolean not null default false,      -- somebody paid to have it shown
  created_at     timestamptz not null,
  visible_at     timestamptz,                         -- from when lists show it; null: at once
  check ((media_type = 'video') = (video_id is not null))
);
create index sim_pins_board on sim_pins (board_id, number);
create index sim_pins_owner on sim_pins (owner_id, number);
create index sim_pins_section on sim_pins (section_id, number);

-- The further pictures of a carousel; the first stands on the pin, as the still of a video does.
create table sim_pictures (
  pin_id       text not null references sim_pins (id) on delete cascade,
  position     smallint not null check (position between 1 and 4),
  content_type text not null,
  width        int not null,
  height       int not null,
  picture      bytea not null,
  primary key (pin_id, position)
);

create table sim_product_tags (
  pin_id     text not null references sim_pins (id) on delete cascade,
  number     bigint generated always as identity,
  tag_pin_id text not null,
  primary key (pin_id, tag_pin_id)
);

-- Daily numbers of an account, or of one of its pins (pin_id is '' for the account as a whole).
create table sim_days (
  user_id text not null references sim_users (id),
  pin_id  text not null default '',
  day     date not null,
  status  text not null default 'READY',
  metrics jsonb not null, -- {"IMPRESSION": 120, …}
  primary key (user_id, pin_id, day)
);

-- One row for each time a fault is still to happen: taking one is deleting it, so no two calls share one.
create table sim_faults (
  id        bigint generated always as identity primary key,
  operation text not null,
  fault     text not null,
  link      text, -- only the pin with this link
  username  text  -- only of this account
);
create index sim_faults_operation on sim_faults (operation, id);

-- What is other than usual.
create table sim_switches (
  name  text primary key,
  value jsonb not null
);

-- What has happened so far; 'creates' counts every pin ever committed.
create table sim_counters (
  name  text primary key,
  value bigint not null
);

insert into sim_counters (name, value) values ('creates', 0);
