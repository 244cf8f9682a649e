-- Pinterest takes nothing from an account for now: since when, why and in which words, when one pin is tried again, which one, and how often that
-- came to nothing. `hold_ended_at`: until a day after it, late pins go out more slowly.
alter table accounts
  add column hold_since         timestamptz,
  add column hold_reason        text,
  add column hold_message       text,
  add column hold_probe_at      timestamptz,
  add column hold_probe_post_id bigint,
  add column hold_probes        integer not null default 0,
  add column hold_ended_at      timestamptz;
alter table accounts drop constraint accounts_held_for_check;
alter table accounts add constraint accounts_held_for_check check (held_for in ('paused', 'disconnected', 'account_on_hold')) not valid;
