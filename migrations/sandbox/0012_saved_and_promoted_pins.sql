-- Strangers, whose pins a search finds, and what recommendations are to leave out: copies that somebody saved, and pins that somebody paid to have shown.
alter table sim_pins
  add column parent_pin_id text,      -- what this one is a saved copy of: it may be deleted, or be none of ours
  add column is_promoted boolean not null default false;

alter table sim_users
  add column signs_in boolean not null default true;   -- false: a stranger, whose account nobody here may connect
