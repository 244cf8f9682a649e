-- Who may do what: people and groups of Slack, keys of programs, and the requests that came with them.

-- People, as Slack knows them.
create table members (
  organization_id    bigint not null references organizations (id),
  slack_team_id      text not null,
  slack_user_id      text not null,
  seen_at            timestamptz,                 -- null: was given a role and has not been here yet
  current_account_id bigint,
  -- What they may do. An admin of the Slack workspace is admin, whatever assigned_role says.
  -- given by an admin; null: as their user groups say, or the organization's default
  assigned_role      text check (assigned_role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')),
  -- that they last acted with, for messages that nobody requested
  role               text not null check (role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')),
  account_roles      jsonb not null default '{}', -- the same on the accounts where they have a role of their own, {"account id": "role"}
  -- What Slack says of them. Guests, and people of other workspaces of an enterprise, are viewers unless an admin names them.
  slack_standing     text check (slack_standing in ('admin', 'member', 'guest', 'enterprise_admin')),
  slack_standing_at  timestamptz,                 -- when Slack last said so
  timezone           text,                        -- the reader's, as Slack tells it
  locale             text,                        -- language and country, en-US: by it their clock has 12 or 24 hours
  primary key (organization_id, slack_team_id, slack_user_id),
  foreign key (organization_id, current_account_id) references accounts (organization_id, id),
  check ((slack_standing is null) = (slack_standing_at is null))
);

-- User groups of Slack that carry a role; of several groups the highest counts.
create table role_groups (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  slack_group_id  text not null,
  handle          text not null, -- as Slack called it then, for when Slack does not answer
  role            text not null check (role in ('viewer', 'contributor', 'scheduler', 'admin')),
  primary key (organization_id, slack_team_id, slack_group_id)
);

-- Roles of people and groups on one account, which go before those of the organization. `holder`: U… a person, S… a user group.
create table account_roles (
  organization_id bigint not null,
  account_id      bigint not null,
  slack_team_id   text not null,
  holder          text not null check (holder ~ '^[SUW][A-Z0-9]{1,30}$'),
  handle          text check ((handle is not null) = (holder like 'S%')), -- of a group, as Slack called it then
  role            text not null check (role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')),
  primary key (organization_id, account_id, slack_team_id, holder),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index account_roles_of_holder on account_roles (organization_id, slack_team_id, holder);

-- The board that a person last made a pin for, on each account: the next form begins with it. It may be gone from Pinterest meanwhile.
create table last_boards (
  organization_id bigint not null,
  account_id      bigint not null,
  person          text not null, -- `T1:U1` of the Slack user
  board_id        text not null,
  chosen_at       timestamptz not null,
  primary key (organization_id, account_id, person),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

-- Keys of programs.
create table api_keys (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  name            text not null check (length(name) between 1 and 120),
  note            text,                           -- what it is for
  prefix          text not null,                  -- the first characters, to tell keys apart in a list
  last_four       text,                           -- null: made before it was kept
  hash            bytea not null,                 -- sha256 of the whole key
  -- null: a personal key, which has its person's roles
  role            text default 'admin' check (role in ('viewer', 'contributor', 'scheduler', 'admin')),
  names_accounts  boolean not null default false, -- its role holds on those of api_key_accounts alone
  slack_team_id   text,                           -- of its person, as the next; null: it is of no person
  slack_user_id   text,
  created_by      text,                           -- null: made before this was written down
  created_at      timestamptz not null,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  primary key (organization_id, id),
  unique (organization_id, hash),
  check ((slack_team_id is null) = (slack_user_id is null)),
  check ((role is null) = (slack_user_id is not null)),
  check (slack_user_id is null or not names_accounts)
);
-- The personal keys of somebody, when they are listed, counted, or end with their person.
create index api_keys_of_person on api_keys (organization_id, slack_team_id, slack_user_id) where slack_user_id is not null;

-- The accounts on which the role of a key holds, where it names accounts.
create table api_key_accounts (
  organization_id bigint not null,
  api_key_id      bigint not null,
  account_id      bigint not null,
  primary key (organization_id, api_key_id, account_id),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index api_key_accounts_of_account on api_key_accounts (organization_id, account_id);

-- How many requests came with a key.
create table api_key_days (
  organization_id bigint not null,
  api_key_id      bigint not null,
  day             date not null,
  requests        int not null check (requests >= 0),
  primary key (organization_id, api_key_id, day),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade
);
-- Written with each request: with room in its page that touches no index.
alter table api_key_days set (fillfactor = 60);
create index api_key_days_day on api_key_days (day);

-- A request that is repeated with its key is answered with the bytes of the first.
create table idempotency_keys (
  organization_id bigint not null references organizations (id),
  scope           text not null, -- who may use the key again: 'key:12' or 'slack:T1:U1'
  key             text not null check (length(key) between 1 and 255),
  request         text not null, -- method and path
  body_hash       bytea not null,
  status          int,           -- null while the first request is in flight
  answer_text     text,          -- the bytes of the answer: jsonb keeps neither the order of fields nor the writing of numbers
  answer          jsonb,         -- the same as data, as the next: what the success says, and what it says of itself beside it
  answer_meta     jsonb,
  lease_until     timestamptz,
  expires_at      timestamptz not null,
  primary key (organization_id, scope, key)
);
-- Taken, then answered: with room in its page the second write touches no index.
alter table idempotency_keys set (fillfactor = 60);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
