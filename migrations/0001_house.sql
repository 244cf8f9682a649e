-- The tables of the main job. Every tenant table is keyed by organization_id first: its primary key, unique keys and foreign
-- keys carry it, so a foreign id simply is not there. Ids are bigint here and strings outside; platform and Slack ids are text.

create table organizations (
  id             bigint generated always as identity primary key,
  name           text not null check (length(name) between 1 and 120),
  billing_system text not null default 'modular' check (billing_system in ('modular', 'legacy', 'shopify')),
  post_limit     int check (post_limit >= 0),
  period_anchor  date not null,
  created_at     timestamptz not null
);

-- Which organization a Slack workspace belongs to. Found before the organization is known, hence global.
create table slack_installations (
  enterprise_id   text not null default '',
  team_id         text not null default '',
  is_enterprise   boolean not null default false,
  organization_id bigint not null references organizations (id),
  bot_user_id     text,
  bot_token       bytea,            -- sealed; null: the token of the configuration is used
  installed_at    timestamptz not null,
  revoked_at      timestamptz,
  primary key (enterprise_id, team_id, is_enterprise)
);

-- Slack delivers an event again when it is not sure; each is handled once.
create table slack_events (
  event_id    text primary key,
  received_at timestamptz not null
);

create table api_keys (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  name            text not null check (length(name) between 1 and 120),
  prefix          text not null,    -- the first characters, to tell keys apart in a list
  hash            bytea not null,   -- sha256 of the whole key
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, hash)
);

create table api_key_days (
  organization_id bigint not null,
  api_key_id      bigint not null,
  day             date not null,
  requests        int not null check (requests >= 0),
  primary key (organization_id, api_key_id, day),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade
);

create table idempotency_keys (
  organization_id bigint not null references organizations (id),
  scope           text not null,    -- who may use the key again: 'key:12' or 'slack:T1:U1'
  key             text not null check (length(key) between 1 and 255),
  request         text not null,    -- method and path
  body_hash       bytea not null,
  status          int,              -- null while the first request is in flight
  answer          jsonb,            -- the data of the success
  lease_until     timestamptz,
  expires_at      timestamptz not null,
  primary key (organization_id, scope, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table accounts (
  organization_id    bigint not null references organizations (id),
  id                 bigint generated always as identity,
  platform_user_id   text not null,
  username           text not null,
  display_name       text not null,
  avatar_url         text,
  timezone           text,
  is_business        boolean not null default false,
  domain             text,
  is_domain_verified boolean not null default false,
  connection_number  int not null default 1,   -- grows with each connecting: old tokens cannot end a new connection
  token_status       text not null default 'authorized' check (token_status in ('authorized', 'unauthorized')),
  publishing         text not null default 'active' check (publishing in ('active', 'paused')),
  while_paused       text not null default 'wait' check (while_paused in ('wait', 'fail')),
  notify_channel_id  text,          -- the Slack channel that hears of this account
  tells_published    boolean not null default false,
  boards_read_at     timestamptz,   -- when the board cache was last filled
  late_after         timestamptz,   -- the next pin that is more than 10 minutes late goes out no sooner
  boards_refresh_at  timestamptz,   -- when somebody last began to fill it: one at a time
  created_at         timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, platform_user_id)
);

create table connections (
  organization_id  bigint not null,
  account_id       bigint not null,
  access_token     bytea not null,  -- sealed, as is the next
  refresh_token    bytea,
  expires_at       timestamptz,
  refresh_expires_at timestamptz,
  refreshing_until timestamptz,     -- somebody renews the tokens: one at a time
  scopes           text not null default '',
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table members (
  organization_id    bigint not null references organizations (id),
  slack_team_id      text not null,
  slack_user_id      text not null,
  role               text not null check (role in ('viewer', 'contributor', 'scheduler', 'admin')),
  current_account_id bigint,
  timezone           text,          -- the reader's, as Slack tells it
  seen_at            timestamptz not null,
  primary key (organization_id, slack_team_id, slack_user_id),
  foreign key (organization_id, current_account_id) references accounts (organization_id, id)
);

create table boards (
  organization_id  bigint not null,
  account_id       bigint not null,
  id               text not null check (id ~ '^[0-9]+$'),
  name             text not null,
  description      text,
  privacy          text not null,
  pin_count        int not null default 0,
  follower_count   int not null default 0,
  is_collaborator  boolean not null default false,
  pins_modified_at timestamptz,
  fetched_at       timestamptz not null,
  primary key (organization_id, account_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table board_sections (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null,
  id              text not null check (id ~ '^[0-9]+$'),
  name            text not null,
  fetched_at      timestamptz not null,
  primary key (organization_id, account_id, board_id, id),
  foreign key (organization_id, account_id, board_id) references boards (organization_id, account_id, id) on delete cascade
);

-- The schedule lock of an account is this row, locked for update.
create table schedules (
  organization_id bigint not null,
  account_id      bigint not null,
  id              bigint generated always as identity,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table timeslots (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  day             smallint not null check (day between 0 and 6),         -- 0 is Sunday
  minute          smallint not null check (minute between 0 and 1439),   -- of the day, wall time in timezone
  timezone        text not null,
  type            text not null check (type in ('auto-created', 'recommended', 'manual', 'evergreen')),
  predicted_send_at timestamptz,    -- one occurrence, as seen when the slot was written
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index timeslots_of_account on timeslots (organization_id, account_id);

-- Bytes that never change once written; a picture used twice is kept once.
create table media (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  token           text not null,    -- unguessable, part of the public address
  storage_key     text not null,
  sha256          bytea not null,   -- of the bytes as they were given to us
  media_type      text not null check (media_type in ('image', 'video')),
  content_type    text not null,
  bytes           bigint not null check (bytes > 0),
  width           int not null check (width > 0),
  height          int not null check (height > 0),
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, token),
  unique (organization_id, sha256)
);

create table uploads (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  secret_hash     bytea not null,
  storage_key     text,             -- null once the staged bytes are deleted
  extension       text not null,
  media_type      text not null check (media_type in ('image', 'video')),
  content_type    text not null,
  url_expires_at  timestamptz not null,
  expires_at      timestamptz not null,
  attached_at     timestamptz,      -- single use: set once, in the transaction of the create
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, secret_hash)
);
create index uploads_expiry on uploads (expires_at) where storage_key is not null;

create table posts (
  organization_id  bigint not null,
  id               bigint generated always as identity,
  account_id       bigint not null,
  status           text not null check (status in ('draft', 'queued', 'uploading', 'sent')),
  media_type       text not null check (media_type in ('image', 'video')),
  title            text,
  description      text,
  url              text,
  url_key          text,            -- the url as spacing rules compare it
  alt_text         text,
  board_id         text,
  board_section_id text,
  is_simplified    boolean not null default true,
  product_tag_pin_ids text[] not null default '{}',
  send_at          timestamptz,
  timeslot_id      bigint,          -- null: at an arbitrary time, or left behind by a moved slot
  due_at           timestamptz,     -- when the publisher must look next: time, retry or read-back; null while held
  lease_until      timestamptz,     -- a worker has it until then
  charge_number    int not null default 0,
  attempt_number   int not null default 0,
  tries            int not null default 0,   -- retries of this scheduling in which nothing was sent
  late_told        boolean not null default false,
  pin_id           text,
  sent_at          timestamptz,
  failure          jsonb,           -- {reason, message, failedAt, sendAt}
  created_via      text not null,
  created_by       text,
  version          int not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check (board_section_id is null or board_id is not null),
  -- draft: off the schedule altogether
  check (status <> 'draft' or (send_at is null and timeslot_id is null and due_at is null and lease_until is null and pin_id is null and sent_at is null)),
  -- queued and uploading: complete, with a time
  check (status not in ('queued', 'uploading') or
         (send_at is not null and title is not null and description is not null and url is not null and board_id is not null)),
  check (status <> 'uploading' or (attempt_number > 0 and (lease_until is not null or due_at is not null))),
  check (status <> 'sent' or (send_at is not null and pin_id is not null and sent_at is not null and due_at is null and lease_until is null)),
  check (failure is null or status = 'draft')
);
-- an occurrence is taken once; an explicit time that loses this race becomes off-slot
create unique index posts_occurrence on posts (organization_id, account_id, timeslot_id, send_at)
  where timeslot_id is not null and status in ('queued', 'uploading', 'sent');
-- a platform pin belongs to one post
create unique index posts_pin on posts (organization_id, account_id, pin_id) where pin_id is not null;
create index posts_due on posts (due_at) where due_at is not null;
-- what waits for the platform, oldest first: lateness
create index posts_waiting on posts (send_at) where status in ('queued', 'uploading');
-- what waits without a due time
create index posts_held on posts (organization_id, account_id, send_at) where status = 'queued' and due_at is null;
create index posts_lease on posts (lease_until) where status = 'uploading';
create index posts_list on posts (organization_id, account_id, status, send_at, id);
create index posts_drafts on posts (organization_id, account_id, created_at desc, id desc) where status = 'draft';
create index posts_live on posts (organization_id, account_id, send_at) where status in ('queued', 'uploading', 'sent');
create index posts_spacing on posts (organization_id, account_id, url_key, send_at) where status in ('queued', 'uploading', 'sent');

create table post_media (
  organization_id bigint not null,
  post_id         bigint not null,
  position        smallint not null check (position between 0 and 4),
  media_id        bigint not null,
  primary key (organization_id, post_id, position),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade,
  foreign key (organization_id, media_id) references media (organization_id, id)
);

-- One attempt at a time on a board; held by an open attempt or one whose outcome is unknown.
create table publish_lanes (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null,
  post_id         bigint not null,
  attempt_number  int not null,
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);

create table publish_attempts (
  organization_id bigint not null,
  post_id         bigint not null,
  number          int not null,
  state           text not null check (state in ('claimed', 'prepared', 'sending', 'confirmed', 'refused', 'retry', 'unknown', 'found', 'absent', 'ambiguous')),
  board_id        text not null,
  send_at         timestamptz not null,   -- which scheduling of the post it belongs to
  payload         jsonb,            -- what was sent, with media ids in place of bytes
  claimed_at      timestamptz not null,
  sending_at      timestamptz,
  settled_at      timestamptz,
  read_backs      int not null default 0,
  reason          text,
  platform_status int,
  platform_code   int,
  platform_message text,
  platform_request_id text,
  primary key (organization_id, post_id, number),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);

create table entitlements (
  organization_id bigint not null,
  account_id      bigint not null,
  access          text not null default 'none' check (access in ('none', 'subscribed', 'granted')),
  winback         boolean not null default false,
  monthly_allowance int not null default 0 check (monthly_allowance >= 0),
  allowance_left  int not null default 0 check (allowance_left >= 0),
  credits_left    int not null default 0 check (credits_left >= 0),
  trial_offered   boolean not null default false,
  trial_left      int not null default 0 check (trial_left >= 0),
  period          date not null,    -- first day of the running period
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table organization_periods (
  organization_id bigint not null references organizations (id),
  period          date not null,
  used            int not null default 0,   -- below 0 when a failed pin of an earlier period was given back
  primary key (organization_id, period)
);

-- Append-only: a balance always equals the sum of its rows.
create table credit_ledger (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  charge_key      text not null,
  kind            text not null check (kind in ('charge', 'refund', 'grant', 'expire')),
  unit            text not null check (unit in ('allowance', 'credit', 'trial', 'plan_post', 'free')),
  amount          int not null,     -- what it adds to the balance; a charge is negative
  balance_after   int not null check (balance_after >= 0),
  period          date not null,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, charge_key, kind),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table outbox (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  dedupe_key      text not null,
  destination     text not null,    -- 'staff', 'account:7' (its channel) or 'user:T1:U1'
  order_key       text not null,
  notice          jsonb not null,   -- a core Notice
  due_at          timestamptz,      -- null once delivered or dead
  attempt         int not null default 0,
  lease_until     timestamptz,
  delivered_at    timestamptz,
  dead_at         timestamptz,
  last_error      text,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, dedupe_key)
);
create index outbox_due on outbox (due_at) where due_at is not null;
-- the order of what waits, and one message a second
create index outbox_order on outbox (organization_id, order_key, id) where due_at is not null;
create index outbox_delivered on outbox (organization_id, destination, delivered_at) where delivered_at is not null;

create table issue_reports (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  kind            text not null check (kind in ('report', 'capability')),
  tool            text,
  description     text not null,    -- redacted before it comes here
  via             text not null,
  reported_by     text,
  state           text not null default 'open' check (state in ('open', 'claimed', 'resolved')),
  created_at      timestamptz not null,
  primary key (organization_id, id)
);

-- Each periodic tick runs once over all instances, and again when its runner died.
create table cron_runs (
  job         text not null,
  tick        timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  primary key (job, tick)
);
