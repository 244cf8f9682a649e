-- The smart schedule in full: what spaces pins, what goes out again, when pins do best, and how the next open slot stays quick.

-- "Full until": no smart occurrence of the account up to then is open, but for those named in freed_instants. Written by who holds
-- the schedule lock; null where slots changed. Time zone data may move occurrences, so a hint counts only under its own.
alter table schedules
  add column full_until    timestamptz,
  add column full_until_tz text,
  add check ((full_until is null) = (full_until_tz is null)),
  -- evergreen pins of the account, beside its publishing
  add column evergreen     text not null default 'active' check (evergreen in ('active', 'paused'));

-- Instants that a live post left since: they may be open again. Only ever inserted beside other work, so nobody waits for anybody.
create table freed_instants (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  at              timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index freed_instants_of_account on freed_instants (organization_id, account_id, at);
create index freed_instants_age on freed_instants (at);

-- Said once for every way by which a post leaves its instant, so that none is forgotten.
create function note_freed_instant() returns trigger language plpgsql as $$
begin
  insert into freed_instants (organization_id, account_id, at)
  values (old.organization_id, old.account_id, old.send_at);
  return null;
end $$;
create trigger posts_left after update of status, send_at on posts
  for each row
  when (old.status in ('queued', 'uploading', 'sent')
        and (new.status not in ('queued', 'uploading', 'sent') or new.send_at is distinct from old.send_at))
  execute function note_freed_instant();
create trigger posts_gone after delete on posts
  for each row
  when (old.status in ('queued', 'uploading', 'sent'))
  execute function note_freed_instant();

-- Calendar days between pins with the same url; the empty key is the account's DEFAULT.
create table spacing_rules (
  organization_id bigint not null,
  account_id      bigint not null,
  url_key         text not null,
  url             text,             -- as it was given; null for DEFAULT
  days            smallint not null check (days between 1 and 365),
  updated_at      timestamptz not null,
  primary key (organization_id, account_id, url_key),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((url_key = '') = (url is null))
);

-- Evergreen: published pins that go out again, the longest-unpublished first.
create table evergreen_posts (
  organization_id bigint not null,
  post_id         bigint not null,  -- a sent post
  account_id      bigint not null,
  last_run_at     timestamptz,      -- when a new post was last made of it
  added_by        text not null,
  added_at        timestamptz not null,
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index evergreen_posts_of_account on evergreen_posts (organization_id, account_id);

-- What became of each occurrence of an evergreen slot; kept 90 days.
create table evergreen_runs (
  organization_id bigint not null,
  timeslot_id     bigint not null,
  at              timestamptz not null,
  account_id      bigint not null,
  post_id         bigint,           -- the new post; null: none was made
  reason          text,             -- why not
  decided_at      timestamptz not null,
  primary key (organization_id, timeslot_id, at),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((post_id is null) = (reason is not null))
);
create index evergreen_runs_of_account on evergreen_runs (organization_id, account_id, at desc);
create index evergreen_runs_age on evergreen_runs (decided_at);

-- The next occurrence of an evergreen slot that nothing was decided for yet. Null: a slot from before, which the next tick starts.
alter table timeslots
  add column next_at timestamptz,
  add check (next_at is null or type = 'evergreen');
create index timeslots_next on timeslots (next_at) where next_at is not null;
create index timeslots_not_started on timeslots (organization_id, id) where type = 'evergreen' and next_at is null;

-- Nobody reads posts while this file holds them, so nothing here goes through them: see 0007.
alter table posts
  add column source_post_id bigint, -- of an evergreen run: the published pin it repeats
  add constraint posts_source foreign key (organization_id, source_post_id) references posts (organization_id, id) not valid;

-- Results of our published pins, a row for each day, kept beyond the platform's 90 days.
create table pin_days (
  organization_id bigint not null,
  account_id      bigint not null,
  pin_id          text not null,
  day             date not null,
  metrics         jsonb not null,   -- the platform's names, camelCased
  data_status     text not null,
  read_at         timestamptz not null,
  primary key (organization_id, account_id, pin_id, day),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
alter table posts
  add column results_read_at timestamptz; -- when its days were last read
alter table accounts
  add column results_after timestamptz;   -- the platform refused its analytics: asked again no sooner

-- The calendar of the schedule, behind a secret link.
create table calendar_links (
  organization_id bigint not null,
  account_id      bigint not null,
  secret_hash     bytea not null,   -- sha256; the link is found by it
  secret          bytea not null,   -- sealed; to show the link again
  created_by      text not null,
  created_at      timestamptz not null,
  primary key (organization_id, account_id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

-- What an answer says of itself beside its data (why this time) is given again as well.
alter table idempotency_keys
  add column answer_meta jsonb;
