-- Bytes that could not be removed are tried again later, and keep nothing else from being removed.
alter table uploads add column sweep_at timestamptz; -- taken or failed: not tried again before; null: once expires_at has come
