-- Approvals, and cards in Slack that follow their pins.

-- Pins of contributors that somebody else agrees to before they are scheduled. Written only by who holds the post, or has just deleted it,
-- so that no two settle one approval. It outlives its post, since its card is read later.
create table approvals (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  post_id         bigint not null,
  state           text not null check (state in ('open', 'approved', 'changes_requested', 'rejected', 'withdrawn')),
  revision        int not null default 1,                    -- grows with each change, and the card follows it
  -- What is requested.
  wanted_at       timestamptz,                               -- null: in the next open slot
  spread_days     int check (spread_days between 1 and 365), -- as the review that asked; null: the spacing rules alone
  post_version    int not null,                              -- that is requested
  -- the pin as it was then, so that a decision shows what was edited since; null: not known
  requested       jsonb,
  title           text,                                      -- for when the post is gone
  batch_id        bigint,                                    -- requests that were made together are shown, and can be decided, together; null: alone
  -- Who asked. A program names its key, and what it called itself.
  asked_by        text not null,                             -- 'T1:U1'
  asked_at        timestamptz not null,
  api_key_id      bigint,
  agent           text,
  -- What was decided.
  decided_by      text,
  decided_at      timestamptz,
  reason          text,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (state <> 'changes_requested' or reason is not null)
);
-- a post has one open request at a time
create unique index approvals_open on approvals (organization_id, post_id) where state = 'open';
create index approvals_waiting on approvals (organization_id, account_id, asked_at, id) where state = 'open';
create index approvals_of_post on approvals (organization_id, post_id, id);
create index approvals_of_batch on approvals (organization_id, batch_id, id) where batch_id is not null;
-- Read with every change of a post: most were never requested, and fewer together with others.
create index approvals_in_batches on approvals (organization_id, post_id) where batch_id is not null;
create index approvals_decided on approvals (decided_at) where state <> 'open';

-- Cards about pins that others see: a change of the pin changes them. Slack knows a message by its channel and time alone.
create table pin_cards (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  post_id         bigint not null,
  destination     text not null,  -- of the outbox: whose channel, or who
  channel_id      text not null,  -- what Slack calls that place
  ts              text not null,
  notice          jsonb not null, -- what it was sent for: a core Notice
  remark          text,           -- why it came to this person
  shown           text not null,  -- of what it shows: equal content is not sent again
  sent_at         timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, channel_id, ts)
);
create index pin_cards_post on pin_cards (organization_id, post_id);
create index pin_cards_sent on pin_cards (sent_at);

-- A card has one row in the outbox, which is due again with each change of its pin, in the transaction of that change: many changes are one
-- update, and a delivery that is under way ends without being noted, so that the change is shown after it. Cards of more than 30 days are
-- left as they are. On a cluster nothing is notified: the trigger runs on a node, where nobody listens, and a node that notified cannot
-- prepare its part of a transaction over several. The loops read once a second there.
create function refresh_pin_cards(organization bigint, post bigint, changed_at timestamptz, due timestamptz) returns void language plpgsql as $$
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

-- The card of a batch is due once for each transaction that changes something of it: a row of its own each, so that no write waits for
-- another one's row.
create function note_approvals_changed(organization bigint, account bigint, batch bigint, changed_at timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
  values (organization, 'approvals:' || account, 'approvals:' || batch || '#' || pg_current_xact_id(), 'approvals:' || batch,
          jsonb_build_object('kind', 'approvalsCard', 'accountId', account::text, 'batchId', batch::text), changed_at, changed_at)
  on conflict (organization_id, dedupe_key) do nothing;
  if found and to_regproc('create_distributed_table') is null then
    perform pg_notify('outbox_due', '');
  end if;
end $$;

-- The cards of the batches in which a post was requested.
create function note_approvals_of(organization bigint, post bigint, changed_at timestamptz) returns void language plpgsql as $$
begin
  perform note_approvals_changed(organization, a.account_id, a.batch_id, changed_at)
     from (select distinct account_id, batch_id
             from approvals
            where organization_id = organization and post_id = post and batch_id is not null
              and asked_at > changed_at - interval '30 days') a;
end $$;

-- Most pins have no card: finding that out by the index takes a quarter of the time of an insert of nothing, and each publishing changes its
-- pin twice. A pin that is being published is mostly published within seconds, which is worth no update of its own.
create function note_pin_changed() returns trigger language plpgsql as $$
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

create trigger posts_changed after update on posts
  for each row when (old.version <> new.version or old.status <> new.status) execute function note_pin_changed();

create trigger posts_removed after delete on posts
  for each row execute function note_pin_changed();

create trigger posts_restored after insert on posts
  for each row when (new.version > 1) execute function note_pin_changed();
