-- How much an organization has staged is bounded: what is known of the bytes of a slot, and which PUT has it just now.

alter table uploads
  add column staged_bytes bigint check (staged_bytes >= 0), -- null: not known
  add column put_until    timestamptz;                      -- a PUT is under way that was alive so lately; null: none
