-- Since when an account publishes nothing, and why: it stays after the hold has ended, for the pins that waited for it.
alter table accounts
  add column held_since timestamptz,
  add column held_for   text check (held_for in ('paused', 'disconnected'));
-- What a pin waited for when it went out late: src/core/posts/state/state.ts has the causes. Without a check, which would read the whole table.
alter table posts add column delayed_by text;
-- Accounts that are on hold already: nobody noted since when.
update accounts
   set held_since = coalesce(disconnected_at, held_since),
       held_for = case when publishing = 'paused' then 'paused' else 'disconnected' end
 where publishing = 'paused'
    or token_status = 'unauthorized';
