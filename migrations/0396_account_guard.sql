-- What protects an account from publishing too much, or at the wrong time. It stands with the schedule, whose lock its readers hold.
alter table schedules
  add column per_day                smallint check (per_day between 0 and 50),            -- 0: by its age; null: no limit
  add column blackouts              jsonb not null default '[]',                          -- [{from, to, note}]: instants, or days of its zone
  add column same_picture_per_month smallint not null default 5 check (same_picture_per_month between 1 and 100);
