-- What Slack is to show: messages, Homes, digests, reports to the staff.

-- Messages to Slack, written in the transaction of what they report, and delivered after it.
create table outbox (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  dedupe_key      text not null,
  destination     text not null,  -- 'staff', 'account:7' (its channel) or 'user:T1:U1'
  order_key       text not null,
  notice          jsonb not null, -- a core Notice
  due_at          timestamptz,    -- null once delivered or dead
  attempt         int not null default 0,
  lease_until     timestamptz,
  delivered_at    timestamptz,
  dead_at         timestamptz,
  -- why it reached nobody: no_channel, no_longer_so, not_installed, unheard; null: something else, which last_error says
  cause           text,
  last_error      text,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, dedupe_key)
);
-- Taken, then delivered: with room in its page the second write touches no index.
alter table outbox set (fillfactor = 80);
-- the order of what waits, and one message a second
create index outbox_order on outbox (organization_id, order_key, id) where due_at is not null;
-- Notices that reached nobody: few beside those delivered, listed for the operator and counted at every scrape.
create index outbox_dead on outbox (dead_at) where dead_at is not null;
-- The head of each queue of notices, however many wait behind it.
create index outbox_queues on outbox (organization_id, destination, due_at, id) where due_at is not null;
-- The head of all notices, also where thousands are due at one instant.
create index outbox_head on outbox (due_at, id) where due_at is not null;
-- The first alert and the first report of each organization, however many wait.
create index outbox_staff on outbox (organization_id, (notice ->> 'kind'), due_at, id) where destination = 'staff' and due_at is not null;
-- Notices that reached nobody although somebody misses them, beside the many for channels that nobody chose.
create index outbox_dead_cause on outbox (coalesce(cause, ''), dead_at) where dead_at is not null;
-- What is past its 30 days, without reading what is not.
create index outbox_finished on outbox (coalesce(delivered_at, dead_at)) where due_at is null;

-- One message a second to each channel, which several accounts may share, and none while Slack limits it.
create table outbox_places (
  organization_id bigint not null references organizations (id),
  place           text not null,        -- a channel, or a destination that has none
  free_at         timestamptz not null, -- nothing is sent there sooner
  primary key (organization_id, place)
);

-- Where messages of all organizations are read: the channel of the staff. Of no organization, so that it has one pace.
create table shared_places (
  place   text primary key,
  free_at timestamptz not null  -- nothing is sent there sooner, whosever it is
);

-- Messages that are changed later, and those with a thread: Slack knows a message by its channel and time alone, and the app may not read
-- channels.
create table slack_messages (
  organization_id bigint not null references organizations (id),
  subject         text not null,          -- 'report:5', 'approval:3'; 'post:12' is the root of that pin's thread
  place           text not null,          -- where it was sent to: a channel, or a person
  channel_id      text not null,          -- what Slack calls that place
  ts              text not null,
  sent_at         timestamptz not null,
  begins_at       int not null default 0, -- of a list of several pages: the first row that it shows
  primary key (organization_id, subject, place)
);
create index slack_messages_sent on slack_messages (sent_at);

-- Pictures that were brought to a workspace, each once. A row is written when Slack has the file ready to be shown.
create table slack_files (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  picture         text not null, -- 'media:12', 'schedule:7:<content>', 'stats:7:<content>', 'url:<sha256>'
  file_id         text not null,
  uploaded_at     timestamptz not null,
  primary key (organization_id, slack_team_id, picture)
);
create index slack_files_uploaded on slack_files (uploaded_at);

-- What each person's Home shows, for every process: which are published when something changes, on which page, and what stands there already.
create table homes (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  slack_user_id   text not null,
  account_id      bigint,                    -- whose pins are on it; null: none was connected
  page            jsonb,                     -- null: the next pins from the first on
  fingerprint     text,                      -- of the content; null: it is being published, or nobody knows what Slack has
  number          bigint not null default 1, -- of the last publishing that began: one that ends after it must not speak for it
  seen_at         timestamptz not null,      -- real time, when its person last opened it or did something on it
  shown_at        timestamptz not null,      -- real time, when the last publishing began
  is_dirty        boolean not null default false,
  lease_until     timestamptz,               -- real time; past it, who publishes it is taken for dead
  primary key (organization_id, slack_team_id, slack_user_id)
);
create index homes_clean on homes (organization_id, account_id) where not is_dirty;
create index homes_due on homes (organization_id, slack_team_id, seen_at) where is_dirty or lease_until is not null;

-- The weekly digest and the nudge about empty slots: what an account wants of them, when each is next, and which week had one.
-- No row: as the defaults say, and not planned yet.
create table digests (
  organization_id  bigint not null,
  account_id       bigint not null,
  digest_on        boolean not null default true,
  weekday          smallint not null default 1 check (weekday between 0 and 6), -- 0 is Sunday
  minute           int not null default 540 check (minute between 0 and 1439), -- of the account's day; of the nudge, too
  nudge_on         boolean not null default true,
  -- Wall times are instants by rules that SQL does not know (gaps, repeated hours), so the next ones are kept as instants.
  planned_zone     text,        -- by which they were counted; another zone of the account, or null: they are counted again
  digest_at        timestamptz, -- null: none is planned
  digest_week      date,        -- the Monday of the week in which that is
  digest_told_week date,        -- the Monday of the last week with a digest: another in it there never is
  digest_told_at   timestamptz,
  nudge_at         timestamptz, -- when the slots are next checked; null: never
  nudge_told_on    date,        -- the account's day of the last nudge: another comes no sooner than a week later
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((digest_at is null) = (digest_week is null))
);
create index digests_due on digests (digest_at) where digest_at is not null;
create index digests_nudge_due on digests (nudge_at) where nudge_at is not null;

-- Problems and wishes that people and agents report to the staff.
create table issue_reports (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  kind            text not null check (kind in ('report', 'capability')),
  tool            text,
  description     text not null,              -- redacted before it comes here
  via             text not null,
  reported_by     text,
  created_at      timestamptz not null,
  version         integer not null default 1, -- grows with each change, and the card follows it
  -- Who of the staff works on it, and how it ended.
  state           text not null default 'open' check (state in ('open', 'claimed', 'resolved')),
  claimed_by      text,                       -- 'T1:U1' of the staff's workspace
  claimed_at      timestamptz,
  resolved_by     text,
  resolved_at     timestamptz,
  resolution      text,                       -- redacted before it comes here
  primary key (organization_id, id),
  check ((claimed_by is null) = (claimed_at is null)),
  check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null)),
  check (case state
    when 'open' then claimed_by is null and resolved_at is null
    when 'claimed' then claimed_by is not null and resolved_at is null
    else resolved_at is not null end)
);
