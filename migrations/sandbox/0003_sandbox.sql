-- The sandbox itself: its time, and whether it was filled.

-- How far the sandbox's virtual time is ahead of the real one. One row.
create table sandbox_clock (
  one       boolean primary key default true check (one),
  offset_ms bigint not null check (offset_ms >= 0)
);

-- One row once the sandbox was filled: what people change or delete afterwards stays as they left it.
create table sandbox_seed (
  done_at timestamptz not null
);
