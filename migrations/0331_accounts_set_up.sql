-- Whether somebody has set an account up since it was connected: its zone, posting times and channel. Accounts of before count as set up.
alter table accounts add column set_up text not null default 'done' check (set_up in ('due', 'later', 'done'));
-- The destination link of pins that are made without one; null: none.
alter table accounts add column default_link text check (length(default_link) between 1 and 2048);
