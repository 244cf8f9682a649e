-- Two pins of one link that are compared: a row for each of both, so that a pin is in one pair.
create table twins (
  organization_id bigint not null,
  post_id         bigint not null,
  account_id      bigint not null,
  twin_post_id    bigint not null,
  created_at      timestamptz not null,
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade,
  foreign key (organization_id, twin_post_id) references posts (organization_id, id) on delete cascade
);
-- not unique: the rows of a pair are written in the order of their keys, and a second unique key could deadlock
create index twins_of_twin on twins (organization_id, twin_post_id);
