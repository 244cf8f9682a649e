-- Changes of published pins at Pinterest: edits and deletions. Each row is claimed like other work, and stays as the history of its pin.
create table pin_edits (
  organization_id  bigint not null references organizations (id),
  id               bigint generated always as identity,
  account_id       bigint not null,
  post_id          bigint not null,
  pin_id           text not null,
  kind             text not null check (kind in ('edit', 'delete')),
  state            text not null check (state in ('pending_approval', 'sending', 'applied', 'refused', 'unknown')),
  before           jsonb not null,          -- the fields as Pinterest showed them when it was requested; of a deletion, as we sent them
  after            jsonb,                   -- null: a deletion
  url              text,                    -- the post's own new link, before UTM parameters
  reason           text,                    -- why it was not applied
  platform_message text,
  -- Who asked. A program names its key, and what it called itself.
  via              text not null,
  actor            text not null,
  api_key_id       bigint,
  agent            text,
  requested_at     timestamptz not null,
  -- Who approved or declined it, if somebody had to.
  decided_by       text,
  decided_via      text,
  decided_key      bigint,
  settled_at       timestamptz,
  -- The work.
  due_at           timestamptz,             -- null: settled, or it waits for approval
  lease_until      timestamptz,             -- a worker has it until then
  claims           int not null default 0,  -- a worker with an earlier one has lost it
  sending_at       timestamptz,             -- a request may have left since then
  requests         int not null default 0,  -- how many may have left
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((due_at is null) = (settled_at is not null or state = 'pending_approval')),
  check (settled_at is null or state not in ('pending_approval', 'sending')),
  check ((kind = 'delete') = (after is null))
);
-- a pin has one open change at a time
create unique index pin_edits_open on pin_edits (organization_id, post_id) where settled_at is null;
create index pin_edits_due on pin_edits (due_at) where due_at is not null;
create index pin_edits_of_post on pin_edits (organization_id, post_id, id);
