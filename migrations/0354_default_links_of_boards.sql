-- The destination link of pins that are made for the board without one; null: the account's.
alter table boards add column default_link text check (length(default_link) between 1 and 2048);
