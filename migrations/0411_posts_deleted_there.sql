-- When its pin was deleted from Pinterest, or found to be; null: it is there, as far as we know.
alter table posts add column pin_deleted_at timestamptz;
