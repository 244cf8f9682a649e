-- Pins of contributors that somebody else must agree to before they go on the schedule.

-- 'none': contributors save drafts. 'required': what they want scheduled is asked for in the channel.
alter table accounts
  add column approval_policy text not null default 'none' check (approval_policy in ('none', 'required')),
  add column approvals_channel_id text,
  add constraint accounts_approval_has_channel check (approval_policy = 'none' or approvals_channel_id is not null);

-- Written only by who holds the post, or has just deleted it: so no two settle one approval. It outlives its post, since its card is read
-- later, and ends with what is kept of it.
create table approvals (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  post_id         bigint not null,
  state           text not null check (state in ('open', 'approved', 'changes_requested', 'rejected', 'withdrawn')),
  wanted_at       timestamptz,         -- null: in the next open slot
  asked_by        text not null,       -- 'T1:U1'
  asked_at        timestamptz not null,
  post_version    int not null,        -- that is asked for
  title           text,                -- for when the post is gone
  decided_by      text,
  decided_at      timestamptz,
  reason          text,
  revision        int not null default 1,  -- of the card: each is told once
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (state <> 'changes_requested' or reason is not null)
);
-- a post is asked for once at a time
create unique index approvals_open on approvals (organization_id, post_id) where state = 'open';
create index approvals_waiting on approvals (organization_id, account_id, asked_at, id) where state = 'open';
create index approvals_of_post on approvals (organization_id, post_id, id);
