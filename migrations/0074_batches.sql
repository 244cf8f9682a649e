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
  position        int not null,  -- in the request, from 0
  post_id         bigint,        -- null: refused
  version         int,           -- of the post, that the batch led to
  send_at         timestamptz,   -- that it was given
  placement       jsonb,
  charge          jsonb,
  error           jsonb,         -- of a refused one
  primary key (organization_id, batch_id, position),
  foreign key (organization_id, batch_id) references batches (organization_id, id) on delete cascade,
  check ((post_id is null) = (version is null)),
  check ((post_id is null) = (error is not null))
);
create index batch_rows_of_account on batch_rows (organization_id, account_id);
