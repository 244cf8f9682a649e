-- An account may hold pins whose link leads nowhere: at their time they become drafts, and the team is notified.
alter table accounts add column holds_dead_links boolean not null default false;

-- What holds a pin has to be known freshly. The version before writes neither: what it reads holds nothing.
alter table web_pages add column read_at timestamptz;
alter table web_pages add column is_dead boolean not null default false;

-- Of which link of a post the team was notified: whoever schedules it again with that link wants it published as it is.
create table link_holds (
  organization_id bigint not null,
  post_id         bigint not null,
  address         bytea not null, -- as in web_pages
  held_at         timestamptz not null,
  primary key (organization_id, post_id, address),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
