-- Who goes on with a review whose reader has died: one process at a time.
alter table reviews
  add column resumed_until timestamptz;
