-- What the check of a pin before it goes out found. A row for each draft and queued post; the version before writes it too, by the trigger.
create table preflights (
  organization_id bigint not null,
  post_id         bigint not null,
  account_id      bigint not null,
  due_at          timestamptz,                 -- checked then, or until when a worker has it; null: not again by itself
  checked_at      timestamptz,                 -- null: not since it was written or changed
  findings        jsonb not null default '[]', -- of src/core/preflight/finding.ts
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
create index preflights_due on preflights (due_at) where due_at is not null;
create index preflights_of_account on preflights (organization_id, account_id);
-- Written some times a post: with room in its page that touches no index.
alter table preflights set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- A pin that is written is checked, whoever writes it. A new time alone leaves what was found as it is; of anything else it may be wrong by now.
create function request_preflight() returns trigger language plpgsql as $$
declare
  is_other boolean := true;
begin
  if tg_op = 'UPDATE' then
    is_other := (old.url, old.board_id, old.board_section_id, old.title, old.media_type)
                  is distinct from (new.url, new.board_id, new.board_section_id, new.title, new.media_type)
                or (old.status, old.send_at) is not distinct from (new.status, new.send_at);
  end if;
  insert into preflights as f (organization_id, post_id, account_id, due_at)
  values (new.organization_id, new.id, new.account_id, new.updated_at)
  on conflict (organization_id, post_id) do update
     set due_at = excluded.due_at,
         checked_at = case when is_other then null else f.checked_at end,
         findings = case when is_other then '[]' else f.findings end;
  return null;
end $$;
create trigger posts_written after insert on posts
  for each row when (new.status in ('draft', 'queued')) execute function request_preflight();
create trigger posts_rewritten after update on posts
  for each row when (new.status in ('draft', 'queued') and old.version <> new.version) execute function request_preflight();

-- What is queued already is checked a day before its time.
insert into preflights (organization_id, post_id, account_id, due_at)
select organization_id, id, account_id, send_at - interval '1 day'
  from posts
 where status = 'queued';
