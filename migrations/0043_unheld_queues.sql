-- A long queue is held and released in batches: the first ones by who pauses, resumes, connects or disconnects, the rest by the sweep.
alter table accounts
  add column unheld_from timestamptz; -- the account is held, and pins with this send time or a later one may still have a due time; null: none have
