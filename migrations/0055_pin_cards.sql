-- Cards about pins that others see: a change of the pin changes them. Slack knows a message by its channel and time alone. Written when a card is
-- sent, by the version that keeps them; the one before knows none, and changes none.
create table pin_cards (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  post_id         bigint not null,
  destination     text not null,        -- of the outbox: whose channel, or who
  channel_id      text not null,        -- what Slack calls that place
  ts              text not null,
  notice          jsonb not null,       -- what it was sent for: a core Notice
  remark          text,                 -- why it came to this person
  shown           text not null,        -- of what it shows: equal content is not sent again
  sent_at         timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, channel_id, ts)
);
create index pin_cards_post on pin_cards (organization_id, post_id);
create index pin_cards_sent on pin_cards (sent_at);

-- A card has one row in the outbox, which is due again with each change of its pin, in the transaction of that change: many changes are one update,
-- and a delivery that is under way ends without being noted, so that the change is shown after it. A pin that is being published is mostly
-- published within seconds: that is worth no update of its own. Cards of more than 30 days are left as they are.
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
  if found then
    perform pg_notify('outbox_due', '');
  end if;
end $$;

create function note_pin_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_pin_cards(old.organization_id, old.id, old.updated_at, old.updated_at);
  else
    perform refresh_pin_cards(new.organization_id, new.id, new.updated_at,
                              case when new.status = 'uploading' then new.updated_at + interval '30 seconds' else new.updated_at end);
  end if;
  return null;
end $$;
create trigger posts_changed after update on posts
  for each row when (old.version <> new.version or old.status <> new.status) execute function note_pin_changed();
create trigger posts_removed after delete on posts
  for each row execute function note_pin_changed();
create trigger posts_restored after insert on posts
  for each row when (new.version > 1) execute function note_pin_changed();
