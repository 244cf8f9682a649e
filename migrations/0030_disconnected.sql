-- Accounts whose connection was ended here, and accounts that publish nothing because nobody is left who would see it.
alter table accounts
  add column disconnected_at timestamptz,                                       -- since when; null: it is connected, or its tokens died
  add column paused_because  text check (paused_because in ('app_removed'));    -- null: an admin paused it, or it is active
