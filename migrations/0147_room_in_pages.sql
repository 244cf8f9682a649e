-- Rows that are written again soon after, in columns that no index has: with room in their page such a write touches no index and leaves nothing to
-- vacuum. Pages that are full already stay as they are.
alter table posts set (fillfactor = 90);            -- the results of a pin are read each day of its first month
alter table outbox set (fillfactor = 80);           -- taken, then delivered
alter table idempotency_keys set (fillfactor = 60); -- taken, then answered
alter table api_key_days set (fillfactor = 60);     -- counted with each request
