-- Feeds of websites, whose new entries become drafts.
create table feeds (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  url             text not null,
  url_key         text not null,
  wanted          text check (wanted in ('rss', 'atom', 'sitemap', 'products')), -- as it was requested; null: whatever it is
  kind            text check (kind in ('rss', 'atom', 'sitemap', 'products')),   -- null: not read yet
  title           text,
  per_day         int not null check (per_day between 1 and 30),
  board_id        text,                             -- of its drafts; null: each goes to the one that it fits best
  state           text not null default 'active' check (state in ('active', 'paused')),
  created_by      text not null,
  created_at      timestamptz not null,
  etag            text,
  last_modified   text,
  parts           jsonb not null default '[]',      -- the files of a sitemap index, as they were read
  first_look_at   timestamptz,                      -- since when entries count as new; null: it was not read whole yet
  looked_at       timestamptz,                      -- the last look that succeeded
  failures        int not null default 0,           -- since then
  error_code      text,
  error_detail    jsonb,
  error_at        timestamptz,
  next_look_at    timestamptz not null,
  version         int not null default 0,           -- one more each time that somebody took it
  due_at          timestamptz,                      -- when somebody should look after it; null: it is paused
  lease_until     timestamptz,                      -- somebody does so now
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
  primary key (organization_id, feed_id),
  foreign key (organization_id, feed_id) references feeds (organization_id, id) on delete cascade
);

-- Entries that become drafts, each once an account.
create table feed_entries (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  feed_id         bigint not null,                  -- which may be deleted; its entries stay known
  entry_key       bytea not null,                   -- hash of the website and what its feed calls the entry
  link_key        bytea not null,                   -- hash of the address
  url             text not null,
  title           text,
  published_at    timestamptz,
  page            jsonb,                            -- what the feed itself says of it, for when the page cannot be read
  state           text not null check (state in ('waiting', 'making', 'drafted', 'failed')),
  generation_id   bigint,
  failure_code    text,
  tries           int not null default 0,
  tried_on        date,                             -- the account's day on which its page was read last
  is_told         boolean not null default false,   -- the team knows of its draft
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

-- On which of its days an account was last told of drafts from its feeds.
create table feed_notices (
  organization_id bigint not null,
  account_id      bigint not null,
  told_on         date not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);

-- Which feed brought a page, and what that says of it.
alter table generations add column feed_id bigint, add column instead jsonb;
