-- An evergreen pin may end: on a day, after some repeats, and it may go out in some months alone.
-- Whether it has ended follows from these and from its repeats, so nothing has to end it at a time.
alter table evergreen_posts
  add column until_day date,                          -- the last day, by the account's clock
  add column at_most integer check (at_most > 0),     -- repeats since added_at
  add column months smallint[] not null default '{}'; -- 1 to 12; empty: all
