-- A trigger of rows that are spread runs on their node. What it notifies there reaches nobody, and a node that has notified cannot prepare its part of a
-- transaction over several: the whole of it would be refused. On a cluster the loops look once a second instead, so there nothing is notified.
create or replace function refresh_pin_cards(organization bigint, post bigint, changed_at timestamptz, due timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
  select c.organization_id, c.destination, 'card:' || c.id, 'card:' || c.id,
         jsonb_build_object('kind', 'pinCard', 'accountId', c.account_id::text, 'postId', c.post_id::text, 'cardId', c.id::text),
         due, changed_at
    from pin_cards c
   where c.organization_id = organization
     and c.post_id = post
     and c.sent_at > changed_at - interval '30 days'
   order by c.id
  on conflict (organization_id, dedupe_key) do update
     set due_at = least(coalesce(outbox.due_at, excluded.due_at), excluded.due_at), created_at = excluded.created_at, attempt = 0,
         lease_until = null, delivered_at = null, dead_at = null, last_error = null;
  if found and to_regproc('create_distributed_table') is null then
    perform pg_notify('outbox_due', '');
  end if;
end $$;

create or replace function note_approvals_changed(organization bigint, account bigint, batch bigint, changed_at timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
  values (organization, 'approvals:' || account, 'approvals:' || batch || '#' || pg_current_xact_id(), 'approvals:' || batch,
          jsonb_build_object('kind', 'approvalsCard', 'accountId', account::text, 'batchId', batch::text), changed_at, changed_at)
  on conflict (organization_id, dedupe_key) do nothing;
  if found and to_regproc('create_distributed_table') is null then
    perform pg_notify('outbox_due', '');
  end if;
end $$;
