-- A cluster does not plan a function in SQL that reads tables which are spread, so it stands here by itself. The version before this one still asks
-- the function.
create or replace function deliver_webhook_event() returns trigger language plpgsql as $$
begin
  if new.type <> 'webhook.test' then
    insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
    select w.organization_id, w.id, new.id, new.order_key, new.at, new.at
      from webhooks w
     where w.organization_id = new.organization_id
       and w.state <> 'ended'
       and w.events && array['*', new.type]
       and (not w.names_accounts
            or exists (select
                         from webhook_accounts a
                        where a.organization_id = new.organization_id and a.webhook_id = w.id and a.account_id = new.account_id));
  end if;
  perform pg_notify('webhooks_due', '');
  return null;
end $$;
