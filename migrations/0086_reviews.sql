-- Reviews: many pictures, videos or links of one person, which become drafts together and are decided together.
create table reviews (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  person          text not null,        -- who brought them, as posts name their authors
  state           text not null default 'open' check (state in ('open', 'kept', 'scheduled', 'asked')),
  decided_by      text,
  decided_at      timestamptz,
  batch_id        bigint,               -- what scheduled them, or asked for it: it is undone as a whole
  words           text,                 -- of the first message that had any, for what comes without
  url             text,
  channel         text,                 -- where it is shown: the message in Slack
  message_ts      text,
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

create table review_items (
  organization_id bigint not null,
  review_id       bigint not null,
  position        int not null check (position between 1 and 30),
  kind            text not null check (kind in ('file', 'link')),
  source          text not null,        -- Slack's id of the file, or the address
  name            text not null,        -- as people know it
  proposal        jsonb not null,       -- the words and the board its draft begins with
  state           text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  cause           jsonb,                -- why it failed
  lease           bigint not null default 0, -- who reads it now: each try has a higher one
  lease_until     timestamptz,
  post_id         bigint,               -- its draft; what became of that, the post says
  is_left_out     boolean not null default false,
  primary key (organization_id, review_id, position),
  unique (organization_id, review_id, kind, source),
  foreign key (organization_id, review_id) references reviews (organization_id, id) on delete cascade,
  check ((state = 'ready') = (post_id is not null)),
  check ((state = 'failed') = (cause is not null)),
  check (state = 'reading' or lease_until is null)
);
