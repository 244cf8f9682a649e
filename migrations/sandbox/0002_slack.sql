-- The local Slack workspace: what Slack itself would remember. One workspace, so nothing here is keyed by organization.
create table slk_users (
  id         text primary key,
  name       text not null,
  real_name  text not null,
  is_admin   boolean not null default false,
  is_bot     boolean not null default false,
  tz         text not null,
  channel_id text,                  -- where this person is
  on_home    boolean not null default false,
  alert      text                   -- what Slack's own client tells this person, until the next thing they do
);

create table slk_channels (
  id         text primary key,
  name       text not null,
  position   int not null,
  has_app    boolean not null,      -- the app is a member
  im_user_id text unique references slk_users (id)
);

create sequence slk_message_number;

create table slk_messages (
  channel_id   text not null references slk_channels (id),
  ts           text not null,
  number       bigint not null,     -- order of arrival
  user_id      text not null references slk_users (id),
  text         text not null,
  blocks       jsonb not null default '[]',
  ephemeral_to text references slk_users (id),
  thread_ts    text,
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
  unique (user_id, position)
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

create table slk_triggers (
  id         text primary key,
  user_id    text not null references slk_users (id),
  view_id    text,                  -- the modal it was pressed in
  expires_at timestamptz not null,  -- of the machine's own clock, as is the next
  used_at    timestamptz
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
  id          text primary key,
  user_id     text not null references slk_users (id),
  name        text not null,
  title       text not null,
  mimetype    text not null,
  upload_key  text unique,          -- the address for its bytes, until they came
  bytes       bytea,
  completed   boolean not null default false,
  created_at  timestamptz not null
);
