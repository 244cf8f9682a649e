-- One message a second to where it is read, and none while it is limited: two accounts may be told of in one channel.

create table outbox_places (
  organization_id bigint not null references organizations (id),
  place           text not null,        -- a channel, or a destination that has none
  free_at         timestamptz not null, -- nothing is sent there sooner
  primary key (organization_id, place)
);

-- that was read from the rows themselves
drop index outbox_delivered;

-- what waits keeps the order of its pin alone
update outbox
   set order_key = 'post:' || (notice ->> 'postId')
 where due_at is not null
   and notice ? 'postId';
