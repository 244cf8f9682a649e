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
  status          text not null check (status in ('queued', 'processing', 'success', 'failed')),
  failure_code    text,
  written_by      text check (written_by = 'local'),
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

-- Which page a draft was made of.
alter table posts add column generation_id bigint;
