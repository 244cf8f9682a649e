-- A review link may be bound to an address: a browser opens it with a code that was sent there.
alter table review_links add column email text;

-- The codes of the last hour.
create table review_codes (
  organization_id bigint not null,
  link_id         bigint not null,
  id              bigint generated always as identity,
  code_hash       bytea not null,                 -- together with the token of the link, which is not here
  tries           int not null default 0,         -- wrong ones; the most when it was used
  created_at      timestamptz not null,
  primary key (organization_id, link_id, id),
  foreign key (organization_id, link_id) references review_links (organization_id, id) on delete cascade
);
