-- Files of pins that people give us: what became of each line, and what of it is still to be written.
create table imports (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  status          text not null check (status in ('queued', 'processing', 'success', 'failed')),
  mode            text not null check (mode in ('draft', 'schedule', 'approval')),
  rows            int not null,                -- lines with a pin
  created         int not null default 0,
  failed          int not null default 0,
  columns         jsonb not null,              -- [{name, field}]
  unknown_columns jsonb not null,              -- names
  errors          jsonb not null default '[]', -- [{line, column?, message}], the first of them
  actor           jsonb not null,              -- in whose name it is written
  created_by      text not null,
  created_at      timestamptz not null,
  finished_at     timestamptz,
  tries           int not null default 0,      -- of the chunk that is next
  due_at          timestamptz,                 -- when its next chunk may be written; null: nothing is left to do
  lease_until     timestamptz,                 -- somebody writes it now
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check ((due_at is null) = (status in ('success', 'failed'))),
  check ((due_at is null) = (finished_at is not null)),
  check (due_at is not null or lease_until is null)
);
create index imports_of_account on imports (organization_id, account_id);
create index imports_finished_at on imports (finished_at) where finished_at is not null;
create index imports_due on imports (due_at) where due_at is not null;

-- What is left of up to a hundred lines. It changes in the transaction that writes their pins: each is written once, whoever dies.
create table import_chunks (
  organization_id bigint not null,
  import_id       bigint not null,
  account_id      bigint not null,
  number          int not null,                -- from 0, in the order of the file
  version         int not null default 0,      -- one more each time that lines were taken out
  rows            jsonb not null,              -- [{line, post}]
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
create index import_chunks_of_account on import_chunks (organization_id, account_id);
