-- Until when a request should be decided, the open slot that is kept for it, and who put it on hold.
alter table approvals
  add column due_at            timestamptz,       -- null: a request from before due times
  add column kept_at           timestamptz,       -- the slot's time, kept until due_at; null: none is kept
  add column kept_timeslot_id  bigint,            -- its slot of the week
  add column held_by           text,              -- 'T1:U1'; null: not on hold
  add column held_at           timestamptz,
  add column held_until        timestamptz,       -- the hold ends by itself then; null: until somebody releases it
  add column remind_at         timestamptz,       -- the next reminder; null: none is left
  add column reminders         int not null default 0, -- how many went out since the request
  add constraint approvals_hold check ((held_by is null) = (held_at is null) and (held_until is null or held_by is not null)) not valid;
