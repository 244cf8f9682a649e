-- Connections, boards and numbers of the real platform.

-- Sections are read anew where the board's pins changed, not with every reading of the boards: a thousand boards are a thousand questions.
alter table boards
  add column sections_read_at timestamptz;
update boards b
   set sections_read_at = b.fetched_at
 where exists (select from board_sections s
                where s.organization_id = b.organization_id and s.account_id = b.account_id and s.board_id = b.id);

-- A deletion whose answer never came: when a later reading does not show the section, its posts go to the board's root.
alter table board_sections
  add column deletion_asked_at timestamptz,
  add column missing_since timestamptz; -- gone as it was asked to be: kept for a day, for who asks again, and shown to nobody

-- A board or section that was asked for and not answered: one that is there at the next try, and was not before, is this one.
create table board_creations (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null default '', -- of a section; '': it is a board
  name_key        text not null,          -- lower case, spaces folded
  known_ids       jsonb not null default '[]', -- of the boards or sections that there were before
  asked_at        timestamptz not null,
  is_unknown      boolean not null default false, -- the answer never came
  primary key (organization_id, account_id, board_id, name_key),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table board_lists (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  name            text not null,
  boards          jsonb not null,         -- [{"id": "941…", "order": 1}], in order
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index board_lists_account on board_lists (organization_id, account_id, id);

-- Days (UTC) of an account, kept beyond the 90 that the platform tells.
create table account_days (
  organization_id bigint not null,
  account_id      bigint not null,
  day             date not null,
  metrics         jsonb not null,         -- under our names
  data_status     text not null,
  read_at         timestamptz not null,
  primary key (organization_id, account_id, day),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table analytics_cache (
  organization_id bigint not null,
  account_id      bigint not null,
  question        text not null,
  answer          jsonb not null,
  read_at         timestamptz not null,
  fresh_until     timestamptz not null,
  primary key (organization_id, account_id, question),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index analytics_cache_age on analytics_cache (fresh_until);

alter table accounts
  add column days_read_at timestamptz;    -- when account_days were last read

-- Tokens that are to be renewed before they end.
create index connections_expiry on connections (expires_at) where refresh_token is not null;
