-- The pin as its approval was requested, so that whoever decides sees what was edited since. Of requests from before it is not known.
alter table approvals
  add column requested jsonb;
