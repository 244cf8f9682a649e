-- Boards and sections as Pinterest has them, and what a team says of a board.

-- What Pinterest has, as it was read last.
create table boards (
  organization_id  bigint not null,
  account_id       bigint not null,
  id               text not null check (id ~ '^[0-9]+$'),
  name             text not null,
  description      text,
  privacy          text not null,
  pin_count        int not null default 0,
  follower_count   int not null default 0,
  is_collaborator  boolean not null default false,
  pins_modified_at timestamptz,
  fetched_at       timestamptz not null,
  sections_read_at timestamptz, -- they are read again where the board's pins changed: a thousand boards are a thousand requests
  primary key (organization_id, account_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

create table board_sections (
  organization_id   bigint not null,
  account_id        bigint not null,
  board_id          text not null,
  id                text not null check (id ~ '^[0-9]+$'),
  name              text not null,
  fetched_at        timestamptz not null,
  deletion_asked_at timestamptz, -- and not answered: when a later reading lacks the section, its posts go to the board's root
  missing_since     timestamptz, -- gone as requested: kept for a day, for a second request, and shown to nobody
  primary key (organization_id, account_id, board_id, id),
  foreign key (organization_id, account_id, board_id) references boards (organization_id, account_id, id) on delete cascade
);

-- A board or section whose creation was requested and not answered: one that is there at the next try, and was not before, is this one.
create table board_creations (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null default '',       -- of a section; '': it is a board
  name_key        text not null,                  -- lower case, spaces folded
  known_ids       jsonb not null default '[]',    -- of the boards or sections that there were before
  asked_at        timestamptz not null,
  is_unknown      boolean not null default false, -- the answer never came
  primary key (organization_id, account_id, board_id, name_key),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

-- Lists of boards that a team saved, for series.
create table board_lists (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  name            text not null,
  boards          jsonb not null, -- [{"id": "941…", "order": 1}], in order
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index board_lists_account on board_lists (organization_id, account_id, id);

-- What the newest pins of a board link to, made by anybody: read from Pinterest at most once a day, to warn that a pin's link is there already.
create table live_links (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null,
  asked_at        timestamptz not null,        -- when Pinterest was last read
  pins            jsonb not null default '[]', -- [{pinId, linkKey, title, at}]; empty too where it gave no answer
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);
create index live_links_asked_at on live_links (asked_at);

-- UTM parameters that links get when their pins go out: of an account, and of one board of it.
create table utm_rules (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null default '' check (board_id ~ '^[0-9]*$'), -- '': of all boards that have no value of their own
  source          text,
  medium          text,
  campaign        text,
  content         text,
  updated_at      timestamptz not null,
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check (coalesce(source, medium, campaign, content) is not null)
);
