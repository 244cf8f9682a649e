-- An import ends before its last line: somebody cancels it, or who started it may no longer add pins.
alter table imports
  add column stopped_because text check (stopped_because in ('cancelled', 'not_allowed')); -- null: it was not stopped
