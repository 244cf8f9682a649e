-- The weekly digest and the nudge about empty slots: what an account wants of them, when each is next, and which week was told.
-- No row: as the defaults say, and not planned yet.
create table digests (
  organization_id   bigint not null,
  account_id        bigint not null,
  digest_on         boolean not null default true,
  weekday           smallint not null default 1 check (weekday between 0 and 6),  -- 0 is Sunday
  minute            int not null default 540 check (minute between 0 and 1439),   -- of the account's day; of the nudge, too
  nudge_on          boolean not null default true,
  -- Wall times are instants by rules that SQL does not know (gaps, repeated hours), so the next ones are kept as instants.
  planned_zone      text,          -- by which they were counted; another zone of the account, or null: they are counted anew
  digest_at         timestamptz,   -- null: none is planned
  digest_week       date,          -- the Monday of the week in which that is
  digest_told_week  date,          -- the Monday of the last week with a digest: another in it there never is
  digest_told_at    timestamptz,
  nudge_at          timestamptz,   -- when the slots are next looked at; null: never
  nudge_told_on     date,          -- the account's day of the last nudge: another comes no sooner than a week later
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((digest_at is null) = (digest_week is null))
);
create index digests_due on digests (digest_at) where digest_at is not null;
create index digests_nudge_due on digests (nudge_at) where nudge_at is not null;
