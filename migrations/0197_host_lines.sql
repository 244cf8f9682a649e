-- Pins whose website has been asked enough in its minute stand in line for it: those of each organization in a line of their own.
create table host_lines (
  organization_id bigint not null references organizations (id),
  host            text not null,
  free_ms         bigint not null, -- the next place, in ms since 1970: a cluster adds no interval to a time
  primary key (organization_id, host)
);
create index host_lines_free_ms on host_lines (free_ms);
