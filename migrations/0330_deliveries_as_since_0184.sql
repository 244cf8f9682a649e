-- Databases that had the first text of 0184 notify from the nodes of a cluster: the function as it has been since.
create or replace function deliver_webhook_event() returns trigger language plpgsql as $$
declare
  wanting record;
begin
  if new.type <> 'webhook.test' then
    for wanting in
      select w.id, w.names_accounts
        from webhooks w
       where w.organization_id = new.organization_id
         and w.state <> 'ended'
         and w.events && array['*', new.type]
    loop
      if wanting.names_accounts then
        continue when not exists (select
                                    from webhook_accounts a
                                   where a.organization_id = new.organization_id and a.webhook_id = wanting.id and a.account_id = new.account_id);
      end if;
      insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
      values (new.organization_id, wanting.id, new.id, new.order_key, new.at, new.at);
    end loop;
  end if;
  if to_regproc('create_distributed_table') is null then
    perform pg_notify('webhooks_due', '');
  end if;
  return null;
end $$;
