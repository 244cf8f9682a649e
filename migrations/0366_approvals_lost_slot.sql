-- The slot that a request had and did not get, or no longer has; its card says so.
alter table approvals
  add column lost_at      timestamptz, -- its time; null: none was lost
  add column lost_because text,        -- 'taken', 'removed', 'passed'
  add constraint approvals_lost check ((lost_at is null) = (lost_because is null)) not valid;
