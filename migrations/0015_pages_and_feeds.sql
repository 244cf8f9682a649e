-- Pages of the web: what they answered, the checks of pins that lead to them, the drafts that are made of them, and feeds of them.

-- What other people's websites answered: one request an address and day for all organizations. An address is its sha256.
create table web_pages (
  address       bytea primary key,
  answer        jsonb,                -- null: it is being read for the first time
  fresh_until   timestamptz not null, -- is read again from then on
  reading_until timestamptz,          -- somebody reads it
  -- What holds a pin has to be known freshly.
  read_at       timestamptz,
  is_dead       boolean not null default false
);
create index web_pages_fresh on web_pages (fresh_until);

-- How many requests a host got in its last minute, from all processes.
create table web_hosts (
  host   text primary key,
  minute timestamptz not null,
  asked  int not null
);
create index web_hosts_minute on web_hosts (minute);

-- Pins whose website had enough requests in its minute stand in line for it, those of each organization in a line of their own.
create table host_lines (
  organization_id bigint not null references organizations (id),
  host            text not null,
  free_ms         bigint not null, -- the next place, in ms since 1970: a cluster adds no interval to a time
  primary key (organization_id, host)
);
create index host_lines_free_ms on host_lines (free_ms);

-- What the check of a pin before it goes out found: a row for each draft and queued post.
create table preflights (
  organization_id bigint not null,
  post_id         bigint not null,
  account_id      bigint not null,
  due_at          timestamptz,                 -- checked then, or until when a worker has it; null: not again by itself
  checked_at      timestamptz,                 -- null: not since it was written or changed
  findings        jsonb not null default '[]', -- what the check before its time found
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
-- Written some times a post: with room in its page that touches no index.
alter table preflights set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index preflights_due on preflights (due_at) where due_at is not null;
create index preflights_of_account on preflights (organization_id, account_id);
-- What is due of each organization, for a claim that is fair to all.
create index preflights_in_turns on preflights (organization_id, due_at) where due_at is not null;

-- A pin that is written is checked. A new time alone leaves what was found as it is; after anything else it may be wrong.
create function request_preflight() returns trigger language plpgsql as $$
declare
  is_other boolean := true;
begin
  if tg_op = 'UPDATE' then
    is_other := (old.url, old.board_id, old.board_section_id, old.title, old.media_type)
                  is distinct from (new.url, new.board_id, new.board_section_id, new.title, new.media_type)
                or (old.status, old.send_at) is not distinct from (new.status, new.send_at);
  end if;
  insert into preflights as f (organization_id, post_id, account_id, due_at)
  values (new.organization_id, new.id, new.account_id, new.updated_at)
  on conflict (organization_id, post_id) do update
     set due_at = excluded.due_at,
         checked_at = case when is_other then null else f.checked_at end,
         findings = case when is_other then '[]' else f.findings end;
  return null;
end $$;

create trigger posts_written after insert on posts
  for each row when (new.status in ('draft', 'queued')) execute function request_preflight();

create trigger posts_rewritten after update on posts
  for each row when (new.status in ('draft', 'queued') and old.version <> new.version) execute function request_preflight();

-- Which link of a post the team was notified of: scheduling it again with that link publishes it as it is.
create table link_holds (
  organization_id bigint not null,
  post_id         bigint not null,
  address         bytea not null, -- as in web_pages
  held_at         timestamptz not null,
  primary key (organization_id, post_id, address),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);

-- Pages of which drafts are made, and what became of each.
create table generations (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  url             text not null,
  url_key         text not null,               -- one that is not over yet: two requests for the same page are one
  title           text,
  keywords        text[] not null,
  board_id        text,                        -- for all drafts; null: each goes to the one that it fits best
  drafts          int not null check (drafts between 1 and 5),
  use_model       boolean,                     -- null: wherever one is configured
  feed_id         bigint,                      -- that brought the page, and what it says of it
  instead         jsonb,
  status          text not null check (status in ('queued', 'processing', 'success', 'failed')),
  failure_code    text,
  written_by      text check (written_by in ('local', 'model')),
  warnings        jsonb not null default '[]', -- [{code, postId}]
  post_ids        bigint[] not null default '{}',
  actor           jsonb not null,              -- in whose name drafts are made
  created_by      text not null,
  created_at      timestamptz not null,
  finished_at     timestamptz,
  version         int not null default 0,      -- one more each time that somebody took it
  tries           int not null default 0,
  due_at          timestamptz,                 -- when it may be taken; null: it is over
  lease_until     timestamptz,                 -- somebody works on it now
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check ((due_at is null) = (status in ('success', 'failed'))),
  check ((due_at is null) = (finished_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((status = 'success') = (post_ids <> '{}')),
  check (due_at is not null or lease_until is null)
);
create unique index generations_once on generations (organization_id, account_id, url_key) where due_at is not null;
create index generations_of_account on generations (organization_id, account_id);
create index generations_finished_at on generations (finished_at) where finished_at is not null;
create index generations_due on generations (due_at) where due_at is not null;

-- Feeds of websites, whose new entries become drafts.
create table feeds (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  url             text not null,
  url_key         text not null,
  wanted          text check (wanted in ('rss', 'atom', 'sitemap', 'products')), -- as it was requested; null: whatever it is
  kind            text check (kind in ('rss', 'atom', 'sitemap', 'products')), -- null: not read yet
  title           text,
  per_day         int not null check (per_day between 1 and 30),
  board_id        text,                        -- of its drafts; null: each goes to the one that it fits best
  state           text not null default 'active' check (state in ('active', 'paused')),
  created_by      text not null,
  created_at      timestamptz not null,
  etag            text,
  last_modified   text,
  parts           jsonb not null default '[]', -- the files of a sitemap index, as they were read
  first_look_at   timestamptz,                 -- since when entries count as new; null: it was not read whole yet
  looked_at       timestamptz,                 -- the last reading that succeeded
  failures        int not null default 0,      -- since then
  error_code      text,
  error_detail    jsonb,
  error_at        timestamptz,
  next_look_at    timestamptz not null,
  version         int not null default 0,      -- one more each time that somebody took it
  due_at          timestamptz,                 -- when its next work is due; null: it is paused
  lease_until     timestamptz,                 -- somebody does so now
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check ((due_at is null) = (state = 'paused')),
  check ((error_code is null) = (error_at is null))
);
create unique index feeds_once on feeds (organization_id, account_id, url_key);
create index feeds_due on feeds (due_at) where due_at is not null;
create index feeds_leased on feeds (organization_id, lease_until) where lease_until is not null;

-- What a feed has shown already: ten bytes an entry, the beginning of its hash and the day on which it was seen last.
create table feed_known (
  organization_id bigint not null,
  feed_id         bigint not null,
  account_id      bigint not null,
  ids             bytea not null,
  has_links       boolean not null default false, -- ids has the links of what the feed has shown, too
  primary key (organization_id, feed_id),
  foreign key (organization_id, feed_id) references feeds (organization_id, id) on delete cascade
);

-- Entries that become drafts, each once an account.
create table feed_entries (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  feed_id         bigint not null,                -- which may be deleted; its entries stay known
  entry_key       bytea not null,                 -- hash of the website and what its feed calls the entry
  link_key        bytea not null,                 -- hash of the address
  by_page         boolean not null default false, -- link_key is of the page: the link without tracking parameters, scheme and www
  url             text not null,
  title           text,
  published_at    timestamptz,
  page            jsonb,                          -- what the feed itself says of it, for when the page cannot be read
  state           text not null check (state in ('waiting', 'making', 'drafted', 'failed')),
  generation_id   bigint,
  failure_code    text,
  tries           int not null default 0,
  tried_on        date,                           -- the account's day on which its page was read last
  is_told         boolean not null default false, -- the team knows of its draft
  found_at        timestamptz not null,
  settled_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check ((settled_at is not null) = (state in ('drafted', 'failed')))
);
create unique index feed_entries_once on feed_entries (organization_id, account_id, entry_key);
create unique index feed_entries_link on feed_entries (organization_id, account_id, link_key);
create index feed_entries_of_feed on feed_entries (organization_id, feed_id, state);
create index feed_entries_of_generation on feed_entries (organization_id, generation_id) where state = 'making';
create index feed_entries_settled_at on feed_entries (settled_at) where settled_at is not null;
create index feed_entries_not_by_page on feed_entries (organization_id, account_id) where not by_page;

-- On which of its days an account was last notified of drafts from its feeds.
create table feed_notices (
  organization_id bigint not null,
  account_id      bigint not null,
  told_on         date not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);

-- What the model that writes drafts has used: reserved before each request, then corrected by its answer.
create table model_days (
  organization_id bigint not null references organizations (id),
  day             date not null, -- UTC
  tokens          bigint not null check (tokens >= 0),
  primary key (organization_id, day)
);
create index model_days_day on model_days (day);

-- Whether the model is used at all: one row, of all processes. After failures in a row it rests for a while.
create table model_rest (
  one         boolean primary key default true check (one),
  failures    int not null,
  rests_until timestamptz
);
