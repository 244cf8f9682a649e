-- The local Slack workspace: what Slack itself would remember. There is one, so nothing here is keyed by organization.

-- People and the app itself.
create table slk_users (
  id         text primary key,
  name       text not null,
  real_name  text not null,
  is_admin   boolean not null default false,
  is_bot     boolean not null default false,
  tz         text not null,
  channel_id text,                           -- where this person is
  on_home    boolean not null default false,
  alert      text,                           -- what Slack's own client tells this person, until the next thing they do
  team_id    text,                           -- of another workspace that shares a channel; null: this one
  is_deleted boolean not null default false,
  is_guest   boolean not null default false  -- invited to some channels alone
);

-- User groups.
create table slk_groups (
  id         text primary key,
  handle     text not null unique, -- without the @
  name       text not null,
  deleted_at timestamptz           -- switched off: it is there, and has nobody in it
);

create table slk_group_members (
  group_id text not null references slk_groups (id) on delete cascade,
  user_id  text not null references slk_users (id) on delete cascade,
  primary key (group_id, user_id)
);

create table slk_channels (
  id         text primary key,
  name       text not null,
  position   int not null,
  has_app    boolean not null, -- the app is a member
  im_user_id text unique references slk_users (id)
);

create sequence slk_message_number;

create table slk_messages (
  channel_id   text not null references slk_channels (id),
  ts           text not null,
  number       bigint not null,                -- order of arrival
  user_id      text not null references slk_users (id),
  text         text not null,
  blocks       jsonb not null default '[]',
  ephemeral_to text references slk_users (id),
  thread_ts    text,
  is_broadcast boolean not null default false, -- a reply that is shown in the channel, too
  metadata     jsonb,
  file_ids     text[] not null default '{}',
  edited_at    timestamptz,
  posted_at    timestamptz not null,
  primary key (channel_id, ts)
);
create index slk_messages_order on slk_messages (channel_id, number);

-- Open modals (position 1 to 3) and each person's Home (position 0).
create table slk_views (
  id               text primary key,
  user_id          text not null references slk_users (id),
  position         int not null check (position between 0 and 3),
  view             jsonb not null,
  hash             text not null,
  external_id      text unique,
  root_view_id     text not null,
  previous_view_id text,
  errors           jsonb not null default '{}',
  alert            text,
  window_id        text not null default 'act',
  constraint slk_views_position unique (user_id, window_id, position)
);

-- What a person typed or picked and has not sent: place is 'view:V1' or 'message:C1:1.2'.
create table slk_entered (
  user_id   text not null references slk_users (id),
  place     text not null,
  block_id  text not null,
  action_id text not null,
  value     jsonb not null,
  primary key (user_id, place, block_id, action_id)
);

-- Each window of the workspace's page has a place and forms of its own. slk_users has those of the window 'act', which acts by words use.
create table slk_windows (
  user_id    text not null references slk_users (id) on delete cascade,
  id         text not null,
  channel_id text not null,
  on_home    boolean not null,
  alert      text,
  used_at    timestamptz not null, -- of the machine's own clock
  primary key (user_id, id)
);

create table slk_triggers (
  id         text primary key,
  user_id    text not null references slk_users (id),
  view_id    text,                 -- the modal it was pressed in
  expires_at timestamptz not null, -- of the machine's own clock, as is the next
  used_at    timestamptz,
  window_id  text not null default 'act'
);

create table slk_response_urls (
  token      text primary key,
  channel_id text not null references slk_channels (id),
  user_id    text not null references slk_users (id),
  message_ts text,
  uses_left  int not null,
  expires_at timestamptz not null
);

create table slk_files (
  id         text primary key,
  user_id    text not null references slk_users (id),
  name       text not null,
  title      text not null,
  mimetype   text not null,
  upload_key text unique,                    -- the address for its bytes, until they came
  bytes      bytea,
  completed  boolean not null default false,
  is_given   boolean not null default false, -- a person has put it into a field of the app's form, so the app may see it
  ready_at   timestamptz,                    -- Slack processes a file of the app's until then, by the machine's own clock, and shows it in no view
  created_at timestamptz not null
);

create table slk_codes (
  code         text primary key,
  user_id      text not null references slk_users (id),
  redirect_uri text not null,
  scopes       text not null, -- separated by commas
  expires_at   timestamptz not null,
  used_at      timestamptz    -- it works once
);

-- The app is installed as Slack does it: a code after its page (slk_codes), tokens for the code, new tokens for a refresh token.
create table slk_tokens (
  token         text primary key,
  refresh_token text not null unique,
  user_id       text not null, -- who installed the app
  scopes        text not null,
  expires_at    timestamptz not null,
  refreshed_at  timestamptz    -- the refresh token works once
);
