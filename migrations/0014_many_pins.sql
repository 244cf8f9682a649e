-- Many pins at once: batches, files of pins, reviews.

-- Posts that were written together: what became of each row of the request, so that all of it can be shown and undone.
create table batches (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  mode            text not null check (mode in ('draft', 'schedule', 'approval')),
  did             text not null check (did in ('create', 'schedule', 'request')), -- what an undo takes back
  created_by      text not null,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);
create index batches_of_account on batches (organization_id, account_id);
create index batches_created_at on batches (created_at);

create table batch_rows (
  organization_id bigint not null,
  batch_id        bigint not null,
  account_id      bigint not null,
  position        int not null, -- in the request, from 0
  post_id         bigint,       -- null: refused
  version         int,          -- of the post, that the batch led to
  send_at         timestamptz,  -- that it was given
  placement       jsonb,
  charge          jsonb,
  error           jsonb,        -- of a refused one
  primary key (organization_id, batch_id, position),
  foreign key (organization_id, batch_id) references batches (organization_id, id) on delete cascade,
  check ((post_id is null) = (version is null)),
  check ((post_id is null) = (error is not null))
);
create index batch_rows_of_account on batch_rows (organization_id, account_id);

-- Files of pins that people give us: what became of each line, and what of it is still to be written.
create table imports (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  status          text not null check (status in ('queued', 'processing', 'success', 'failed')),
  stopped_because text check (stopped_because in ('cancelled', 'not_allowed')), -- null: it was not stopped
  mode            text not null check (mode in ('draft', 'schedule', 'approval')),
  -- The file, and how it was read.
  rows            int not null,                   -- lines with a pin
  columns         jsonb not null,                 -- [{name, field}]
  unknown_columns jsonb not null,                 -- names
  template        text,                           -- whose template it was taken for
  notes           jsonb not null default '[]',    -- what its reader should know of how it was read: sentences
  -- What came of it. It can be taken back as a whole.
  created         int not null default 0,
  failed          int not null default 0,
  errors          jsonb not null default '[]',    -- [{line, column?, message}], the first of them
  batch_ids       bigint[] not null default '{}', -- by which it created its pins
  undone_at       timestamptz,
  -- The work.
  actor           jsonb not null,                 -- in whose name it is written
  created_by      text not null,
  created_at      timestamptz not null,
  finished_at     timestamptz,
  tries           int not null default 0,         -- of the chunk that is next
  due_at          timestamptz,                    -- when its next chunk may be written; null: nothing is left to do
  lease_until     timestamptz,                    -- somebody writes it now
  hosts           jsonb not null default '{}',    -- that were busy when pictures were fetched, {host: {tries, until}}
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check ((due_at is null) = (status in ('success', 'failed'))),
  check ((due_at is null) = (finished_at is not null)),
  check (due_at is not null or lease_until is null)
);
create index imports_of_account on imports (organization_id, account_id);
create index imports_finished_at on imports (finished_at) where finished_at is not null;
create index imports_due on imports (due_at) where due_at is not null;

-- What is left of up to a hundred lines. It changes in the transaction that writes their pins, so that each is written once.
create table import_chunks (
  organization_id bigint not null,
  import_id       bigint not null,
  account_id      bigint not null,
  number          int not null,           -- from 0, in the order of the file
  version         int not null default 0, -- one more each time that lines were taken out
  rows            jsonb not null,         -- [{line, post}]
  due_at          timestamptz,            -- when lines whose host was busy are tried again; null: it waits for no host
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
create index import_chunks_of_account on import_chunks (organization_id, account_id);

-- Reviews: many pictures, videos or links of one person, which become drafts together and are decided together.
create table reviews (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  person          text not null, -- who brought them, as posts name their authors
  state           text not null default 'open' check (state in ('open', 'kept', 'scheduled', 'asked')),
  decided_by      text,
  decided_at      timestamptz,
  batch_id        bigint,        -- what scheduled them, or requested it: it is undone as a whole
  -- between pins that lead to the same page, where no spacing rule says how many; 0: one after another
  spread_days     int not null default 3 check (spread_days between 0 and 365),
  words           text,          -- of the first message that had any, for what comes without
  url             text,
  channel         text,          -- where it is shown: the message in Slack
  message_ts      text,
  unshown_since   timestamptz,   -- something came to it that its message does not show yet
  resumed_until   timestamptz,   -- its reader has died: one process at a time goes on with it
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((channel is null) = (message_ts is null))
);
-- Of one person on one account there is one open at a time: several messages fill it.
create unique index reviews_open on reviews (organization_id, account_id, person) where state = 'open';
create index reviews_changed on reviews (changed_at);
create index reviews_unshown on reviews (unshown_since) where unshown_since is not null;

create table review_items (
  organization_id bigint not null,
  review_id       bigint not null,
  position        int not null check (position between 1 and 30),
  -- a link to a page waits for the drafts that are made of it: those but the first come in behind, as items of kind draft
  kind            text not null check (kind in ('file', 'link', 'draft')),
  source          text not null,             -- Slack's id of the file, or the address
  name            text not null,             -- as people know it
  proposal        jsonb not null,            -- the words and the board its draft begins with
  state           text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  cause           jsonb,                     -- why it failed
  lease           bigint not null default 0, -- who reads it now: each try has a higher one
  lease_until     timestamptz,
  generation_id   bigint,
  post_id         bigint,                    -- its draft; what became of that, the post says
  send_at         timestamptz,               -- the time that somebody chose for this one; null: the next open slot
  is_left_out     boolean not null default false,
  primary key (organization_id, review_id, position),
  unique (organization_id, review_id, kind, source),
  foreign key (organization_id, review_id) references reviews (organization_id, id) on delete cascade,
  check ((state = 'ready') = (post_id is not null)),
  check ((state = 'failed') = (cause is not null)),
  check (state = 'reading' or lease_until is null)
);
create index review_items_reading on review_items (lease_until) where state = 'reading';
create index review_items_generation on review_items (organization_id, generation_id) where generation_id is not null;
