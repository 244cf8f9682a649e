-- Webhooks: endpoints, what happened, and what was sent where.

-- Endpoints of an organization.
create table webhooks (
  organization_id  bigint not null references organizations (id),
  id               bigint generated always as identity,
  url              text not null,
  events           text[] not null check (cardinality(events) > 0), -- {*}: all of them, also those that are added later
  names_accounts   boolean not null default false, -- only of those of webhook_accounts
  state            text not null default 'active' check (state in ('active', 'paused', 'ended')),
  state_reason     text check (state_reason in ('admin', 'failing', 'gone')),
  state_since      timestamptz,
  secret           bytea not null,                 -- sealed, as the next
  old_secret       bytea,                          -- signs beside the new one until its time
  old_secret_until timestamptz,
  failing_since    timestamptz,                    -- the first failure after the last success
  failures         int not null default 0,         -- in a row
  held_until       timestamptz,                    -- nothing is sent there before
  delivered_at     timestamptz,                    -- the last success
  created_by       text not null,
  created_at       timestamptz not null,
  primary key (organization_id, id),
  check ((state = 'active') = (state_reason is null)),
  check ((old_secret is null) = (old_secret_until is null))
);

-- The accounts whose events an endpoint gets, where it names accounts.
create table webhook_accounts (
  organization_id bigint not null,
  webhook_id      bigint not null,
  account_id      bigint not null,
  primary key (organization_id, webhook_id, account_id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index webhook_accounts_of_account on webhook_accounts (organization_id, account_id);

-- Written in the transaction of what happened, where an endpoint wants it. `subject` is the resource as it was then.
create table webhook_events (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint,        -- null: of the organization
  type            text not null,
  order_key       text not null, -- 'post:7', 'account:3': of one key the later one waits for the earlier one
  subject         jsonb not null,
  at              timestamptz not null,
  primary key (organization_id, id)
);
create index webhook_events_at on webhook_events (at);
create index webhook_events_of_account on webhook_events (organization_id, account_id, type, at);

-- What was sent where.
create table webhook_deliveries (
  organization_id bigint not null,
  id              bigint generated always as identity,
  webhook_id      bigint not null,
  event_id        bigint not null,
  order_key       text not null,
  replay_of       bigint, -- the delivery that this one repeats
  state           text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at          timestamptz,
  lease_until     timestamptz,
  tries           int not null default 0,
  tried_at        timestamptz,
  status          int,    -- of the last answer
  answer          text,   -- its beginning
  error           text,   -- why there was none
  duration_ms     int,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade,
  foreign key (organization_id, event_id) references webhook_events (organization_id, id) on delete cascade,
  check ((state = 'waiting') = (due_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, due_at, id) where due_at is not null;
create index webhook_deliveries_order on webhook_deliveries (organization_id, webhook_id, order_key, id) where due_at is not null;
create index webhook_deliveries_open on webhook_deliveries (organization_id, webhook_id) where lease_until is not null;
create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, id);
create index webhook_deliveries_of_event on webhook_deliveries (organization_id, event_id);
create index webhook_deliveries_head on webhook_deliveries (due_at, id) where due_at is not null;

-- The endpoints that want it; one that is paused gets it when it goes on. The trigger below does without: a cluster does not plan it.
create function webhooks_wanting(organization bigint, event text, account bigint) returns setof bigint language sql stable as $$
  select w.id
    from webhooks w
   where w.organization_id = organization
     and w.state <> 'ended'
     and w.events && array['*', event]
     and (not w.names_accounts
          or exists (select
                       from webhook_accounts a
                      where a.organization_id = w.organization_id and a.webhook_id = w.id and a.account_id = account))
$$;

-- A delivery for each endpoint that wants the event. A test has its delivery written beside it. One endpoint after the other, since a cluster
-- plans no insert from a select with a condition on a second distributed table. What is notified: as in 0012.
create function deliver_webhook_event() returns trigger language plpgsql as $$
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

create trigger webhook_events_written after insert on webhook_events
  for each row execute function deliver_webhook_event();
