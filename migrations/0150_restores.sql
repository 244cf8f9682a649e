-- Accounts whose rows came from a backup: nothing of them goes out until their boards were compared with their queue (src/core/restores).
alter table accounts drop constraint accounts_paused_because_check;
alter table accounts add constraint accounts_paused_because_check check (paused_because in ('app_removed', 'restored')) not valid;

create table comparisons (
  organization_id bigint not null,
  account_id      bigint not null,
  backup_at       timestamptz not null, -- what was published since then, the rows do not know
  restored_at     timestamptz not null, -- nor did anything go out from them before
  resumes         boolean not null,     -- it was publishing when the backup was taken
  compared_at     timestamptz,          -- null: nobody has yet
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
