-- Pinterest accounts: who they are, whether they publish, what their teams chose, and their connections.

-- A connected Pinterest account.
create table accounts (
  organization_id      bigint not null references organizations (id),
  id                   bigint generated always as identity,
  created_at           timestamptz not null,
  deleting_at          timestamptz,                    -- from then on nothing is made in it
  -- Who it is at Pinterest.
  platform_user_id     text not null,
  username             text not null,
  display_name         text not null,
  avatar_url           text,
  is_business          boolean not null default false,
  domain               text,
  is_domain_verified   boolean not null default false,
  -- Its connection.
  connection_number    int not null default 1,         -- grows with each connecting: old tokens cannot end a new connection
  token_status         text not null default 'authorized' check (token_status in ('authorized', 'unauthorized')),
  disconnected_at      timestamptz,                    -- since when its connection is ended here; null: it is connected, or its tokens died
  -- Whether it publishes. A long queue is held and released in batches: the first one by the act, the rest by the sweep.
  publishing           text not null default 'active' check (publishing in ('active', 'paused')),
  while_paused         text not null default 'wait' check (while_paused in ('wait', 'fail')),
  paused_because       text check (paused_because in ('app_removed', 'restored')), -- null: an admin paused it, or it is active
  -- the account is held, and pins with this send time or a later one may still have a due time; null: none have
  unheld_from          timestamptz,
  -- since when it publishes nothing; it stays after the hold has ended, for the pins that waited for it
  held_since           timestamptz,
  held_for             text check (held_for in ('paused', 'disconnected', 'account_on_hold')),
  late_after           timestamptz,                    -- the next pin that is more than 10 minutes late goes out no sooner
  -- Pinterest takes nothing from it for now: since when, why and in which words, and the one pin that is tried again.
  hold_since           timestamptz,
  hold_reason          text,
  hold_message         text,
  hold_probe_at        timestamptz,
  hold_probe_post_id   bigint,
  hold_probes          integer not null default 0,     -- how often a try came to nothing
  hold_ended_at        timestamptz,                    -- until a day after it, late pins go out more slowly
  -- What its team chose.
  timezone             text,
  -- whether somebody has chosen zone, posting times and channel since it was connected
  set_up               text not null default 'done' check (set_up in ('due', 'later', 'done')),
  notify_channel_id    text,                           -- the Slack channel that hears of this account
  tells_published      boolean not null default false,
  published_daily      boolean not null default false, -- with tells_published: one message a day that grows, in place of one for each pin
  -- 'none': contributors save drafts. 'required': what they want scheduled is requested in the channel
  approval_policy      text not null default 'none' check (approval_policy in ('none', 'required')),
  approvals_channel_id text,
  default_link         text check (length(default_link) between 1 and 2048), -- of pins that are made without one
  holds_dead_links     boolean not null default false, -- pins whose link leads nowhere become drafts at their time, and the team is notified
  trend_region         text,                           -- whose searches it is interested in; null: by its time zone
  trend_interests      text[] not null default '{}',   -- none: any
  -- What was read from Pinterest, and when.
  boards_read_at       timestamptz,                    -- when the board cache was last filled
  boards_refresh_at    timestamptz,                    -- when somebody last began to fill it: one at a time
  results_after        timestamptz,                    -- Pinterest refused its analytics: requested again no sooner
  days_read_at         timestamptz,                    -- when account_days were last read
  primary key (organization_id, id),
  unique (organization_id, platform_user_id),
  constraint accounts_approval_has_channel check (approval_policy = 'none' or approvals_channel_id is not null)
);
create index accounts_platform_user on accounts (platform_user_id);
create index accounts_unheld on accounts (unheld_from) where unheld_from is not null;
create index accounts_holding on accounts (organization_id, id) where holds_dead_links;
-- The few accounts whose queues are held, beside the many that publish.
create index accounts_on_hold on accounts (organization_id, id) where not (publishing = 'active' and token_status = 'authorized');
-- As accounts_on_hold, with those that Pinterest holds back.
create index accounts_not_publishing on accounts (organization_id, id)
  where not (publishing = 'active' and token_status = 'authorized' and hold_since is null);
-- The few accounts that Pinterest holds back: the sweep of each minute looks for the next pin to try.
create index accounts_held_back on accounts (organization_id, id) where hold_since is not null;

-- The tokens of an account.
create table connections (
  organization_id    bigint not null,
  account_id         bigint not null,
  access_token       bytea not null, -- sealed, as is the next
  refresh_token      bytea,
  expires_at         timestamptz,
  refresh_expires_at timestamptz,
  refreshing_until   timestamptz,    -- somebody renews the tokens: one at a time
  scopes             text not null default '',
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
-- Tokens that are to be renewed before they end.
create index connections_expiry on connections (expires_at) where refresh_token is not null;

-- Periodic work on an account: when it is next due. The worker writes the row; an account that has none yet gets it at the next tick.
create table account_jobs (
  organization_id bigint not null,
  account_id      bigint not null,
  job             text not null check (job in ('boards', 'days', 'results')),
  due_at          timestamptz not null,   -- the next time, or until when a worker has it
  failures        int not null default 0, -- in a row: each one waits longer
  primary key (organization_id, account_id, job),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
-- Each row is written twice a run: with room in its page that touches no other one.
alter table account_jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index account_jobs_due on account_jobs (job, due_at);

-- Accounts whose rows came from a backup: nothing goes out before their boards were compared with their queue.
create table comparisons (
  organization_id bigint not null,
  account_id      bigint not null,
  backup_at       timestamptz not null,        -- what was published since then, the rows do not know
  restored_at     timestamptz not null,        -- nor did anything go out from them before
  resumes         boolean not null,            -- it was publishing when the backup was taken
  compared_at     timestamptz,                 -- null: nobody has yet
  due             jsonb not null default '{}', -- posts whose time had come at the restore, as they were then: {post id: what a comparison looks for}
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
