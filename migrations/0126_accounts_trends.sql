-- Whose searches an account is interested in.
alter table accounts add column trend_region text;                            -- null: by its time zone
alter table accounts add column trend_interests text[] not null default '{}'; -- none: any
