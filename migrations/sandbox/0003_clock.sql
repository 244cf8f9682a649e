-- How far the sandbox's virtual time is ahead of the real one. One row.
create table sandbox_clock (
  one       boolean primary key default true check (one),
  offset_ms bigint not null check (offset_ms >= 0)
);
