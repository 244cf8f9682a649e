-- Organizations, and the Slack workspaces that they came in by.
--
-- How all tables are made: whatever belongs to an organization has organization_id first in its primary key, unique keys and foreign keys, so
-- a foreign id simply is not there, and a cluster spreads them by it (docs/citus.md). Ids are bigint here and strings outside; those of
-- Pinterest and Slack are text. A row of work has due_at, when it is next due (null: no more), and lease_until, until when a process has it.

-- A customer, with its workspaces, people and accounts.
create table organizations (
  id                 bigint generated always as identity primary key,
  name               text not null check (length(name) between 1 and 120),
  billing_system     text not null default 'modular' check (billing_system in ('modular', 'legacy', 'shopify')),
  post_limit         int check (post_limit >= 0),
  period_anchor      date not null,
  created_at         timestamptz not null,
  -- of people to whom nothing else gives one; never admin
  default_role       text not null default 'scheduler' check (default_role in ('none', 'viewer', 'contributor', 'scheduler')),
  -- of an app installed for a whole enterprise: the first workspace that one of Slack's admins used it from; null: none yet
  home_slack_team_id text,
  deleting_at        timestamptz                       -- from then on nobody gets in, and nothing is made in it
);

-- Which organization a Slack workspace belongs to. It is found before the organization is known, so its key has none.
create table slack_installations (
  enterprise_id    text not null default '',
  team_id          text not null default '',
  is_enterprise    boolean not null default false,
  organization_id  bigint not null references organizations (id),
  bot_user_id      text,
  bot_token        bytea,                         -- sealed; null: the token of the configuration is used
  installed_at     timestamptz not null,
  revoked_at       timestamptz,
  -- its people have the role of everybody else. A workspace that came in by its enterprise is none, until it installs the app itself
  is_home          boolean not null default true,
  -- Installed by OAuth: each workspace or enterprise has a token of its own, which may end and be renewed.
  --
  -- sealed JSON of what Slack granted, its tokens among it; null: bot_token, or that of the configuration
  installation     bytea,
  scopes           text not null default '',
  name             text,                          -- of the workspace or enterprise, as Slack called it then
  installed_by     text,                          -- the Slack user
  granted_at       timestamptz,                   -- the machine's time, as that of Slack's events: a removal that arrives late is older
  token_expires_at timestamptz,                   -- the machine's time, too; null: it does not end
  refreshing_until timestamptz,                   -- somebody renews the token: one at a time over all processes
  refresh_after    timestamptz,                   -- Slack did not answer: not sooner, while the token lives
  primary key (enterprise_id, team_id, is_enterprise),
  -- a removed app keeps no token
  check (revoked_at is null or installation is null)
);
-- A workspace is found by its own id, whatever enterprise it was entered under: two installs at once make one organization.
create unique index slack_installations_team on slack_installations (team_id) where not is_enterprise and revoked_at is null;
create unique index slack_installations_enterprise on slack_installations (enterprise_id) where is_enterprise and revoked_at is null;
-- By whose token an organization is written to.
create index slack_installations_organization on slack_installations (organization_id);

-- Slack delivers an event again when it is not sure. Each is recorded before it is acknowledged, and handled once, also if a process dies.
create table slack_events (
  event_id    text primary key,
  received_at timestamptz not null,
  handled_at  timestamptz default now(), -- null: not yet
  lease_until timestamptz,               -- real time; a process handles it until then
  body        jsonb                      -- what is needed to handle it again; null: nothing is lost with it
);

-- A state that came back from a consent page of Pinterest or Slack allows one exchange of a code, over all processes. Its row is written
-- before the exchange, when its organization is not known yet.
create table spent_states (
  id         text primary key,
  expires_at timestamptz not null,
  succeeded  boolean not null default false  -- what it was for is done, and a page that is reloaded says so
);
create index spent_states_expiry on spent_states (expires_at);

-- Organizations and accounts that are deleted with everything they have. The row outlives them, and refers to nothing.
create table deletions (
  id           bigint generated always as identity primary key,
  organization bigint not null,
  account      bigint,        -- null: the whole organization
  name         text not null, -- as it was called
  via          text not null,
  asked_by     text not null,
  asked_at     timestamptz not null,
  lease_until  timestamptz,   -- a process works on it until then
  last_error   text,
  finished_at  timestamptz
);
create unique index deletions_open on deletions (organization, coalesce(account, 0)) where finished_at is null;

-- Each periodic tick runs once over all instances, and again when its runner died.
create table cron_runs (
  job         text not null,
  tick        timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  failed_at   timestamptz, -- the last run ended so, and lease_until is when it is tried again; null: somebody is at it
  left_over   text[],      -- the parts of it that failed: what was done is not done again; null: all of it
  primary key (job, tick)
);
create index cron_runs_running on cron_runs (job) where finished_at is null and failed_at is null;
