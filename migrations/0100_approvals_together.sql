-- Requests that were made together are shown, and can be decided, together: by the batch that made them. null: alone.
alter table approvals
  add column batch_id bigint;

-- Where the message that shows them is turned to: of lists of several pages, the first row.
alter table slack_messages
  add column begins_at int not null default 0;

-- The card of a batch is brought up to date once for each transaction that changes something of it: a row of its own each, so that no write waits
-- for another one's row.
create function note_approvals_changed(organization bigint, account bigint, batch bigint, changed_at timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
  values (organization, 'approvals:' || account, 'approvals:' || batch || '#' || pg_current_xact_id(), 'approvals:' || batch,
          jsonb_build_object('kind', 'approvalsCard', 'accountId', account::text, 'batchId', batch::text), changed_at, changed_at)
  on conflict (organization_id, dedupe_key) do nothing;
  if found then
    perform pg_notify('outbox_due', '');
  end if;
end $$;

-- As migration 0062, and the cards of batches with it. What is being published is mostly published within seconds: no change of a line.
create function note_approvals_of(organization bigint, post bigint, changed_at timestamptz) returns void language plpgsql as $$
begin
  perform note_approvals_changed(organization, a.account_id, a.batch_id, changed_at)
     from (select distinct account_id, batch_id
             from approvals
            where organization_id = organization and post_id = post and batch_id is not null
              and asked_at > changed_at - interval '30 days') a;
end $$;

create or replace function note_pin_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from pin_cards c where c.organization_id = old.organization_id and c.post_id = old.id) then
      perform refresh_pin_cards(old.organization_id, old.id, old.updated_at, old.updated_at);
    end if;
    if exists (select from approvals a where a.organization_id = old.organization_id and a.post_id = old.id and a.batch_id is not null) then
      perform note_approvals_of(old.organization_id, old.id, old.updated_at);
    end if;
  else
    if exists (select from pin_cards c where c.organization_id = new.organization_id and c.post_id = new.id) then
      perform refresh_pin_cards(new.organization_id, new.id, new.updated_at,
                                case when new.status = 'uploading' then new.updated_at + interval '30 seconds' else new.updated_at end);
    end if;
    if new.status <> 'uploading' and exists (select from approvals a
                                              where a.organization_id = new.organization_id and a.post_id = new.id and a.batch_id is not null) then
      perform note_approvals_of(new.organization_id, new.id, new.updated_at);
    end if;
  end if;
  return null;
end $$;
