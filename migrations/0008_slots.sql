-- The schedule of an account: its posting times, the days between pins, and what goes out again.

-- The schedule lock of an account is this row, locked for update.
create table schedules (
  organization_id bigint not null,
  account_id      bigint not null,
  id              bigint generated always as identity,
  evergreen       text not null default 'active' check (evergreen in ('active', 'paused')),
  -- No smart occurrence up to full_until is open, but for those of freed_instants. Written by who holds the schedule lock; null where slots
  -- changed. Time zone data may move occurrences, so it counts only under its own.
  full_until      timestamptz,
  full_until_tz   text,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((full_until is null) = (full_until_tz is null))
);

-- Weekly posting times.
create table timeslots (
  organization_id   bigint not null,
  id                bigint generated always as identity,
  account_id        bigint not null,
  day               smallint not null check (day between 0 and 6), -- 0 is Sunday
  minute            smallint not null check (minute between 0 and 1439), -- of the day, wall time in timezone
  timezone          text not null,
  type              text not null check (type in ('auto-created', 'recommended', 'manual', 'evergreen')),
  predicted_send_at timestamptz, -- one occurrence, as seen when the slot was written
  next_at           timestamptz, -- of an evergreen slot: the next occurrence that nothing was decided for yet; null: the next tick starts it
  created_at        timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check (next_at is null or type = 'evergreen')
);
create index timeslots_of_account on timeslots (organization_id, account_id);
create index timeslots_next on timeslots (next_at) where next_at is not null;
create index timeslots_not_started on timeslots (organization_id, id) where type = 'evergreen' and next_at is null;

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

-- Here for every way by which a post leaves its instant, so that none is forgotten.
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
  url             text, -- as it was given; null for DEFAULT
  days            smallint not null check (days between 1 and 365),
  updated_at      timestamptz not null,
  primary key (organization_id, account_id, url_key),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((url_key = '') = (url is null))
);

-- Evergreen: published pins that go out again, the longest-unpublished first.
create table evergreen_posts (
  organization_id bigint not null,
  post_id         bigint not null, -- a sent post
  account_id      bigint not null,
  last_run_at     timestamptz,     -- when a new post was last made of it
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
  post_id         bigint, -- the new post; null: none was made
  reason          text,   -- why not
  decided_at      timestamptz not null,
  primary key (organization_id, timeslot_id, at),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((post_id is null) = (reason is not null))
);
create index evergreen_runs_of_account on evergreen_runs (organization_id, account_id, at desc);
create index evergreen_runs_age on evergreen_runs (decided_at);

-- The calendar of the schedule, behind a secret link.
create table calendar_links (
  organization_id bigint not null,
  account_id      bigint not null,
  secret_hash     bytea not null, -- sha256; the link is found by it
  secret          bytea not null, -- sealed; to show the link again
  created_by      text not null,
  created_at      timestamptz not null,
  primary key (organization_id, account_id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
