-- Where messages of all organizations are read: the channel of the staff. Of no organization, so that it has one pace.
create table shared_places (
  place   text primary key,
  free_at timestamptz not null -- nothing is sent there sooner, whosever it is
);
