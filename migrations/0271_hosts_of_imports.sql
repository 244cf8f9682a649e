-- Hosts that were busy when pictures of a file were fetched, {host: {tries, until}}, and when the lines that are left for one are tried again.
alter table imports add column hosts jsonb not null default '{}';
alter table import_chunks add column due_at timestamptz; -- null: it waits for no host
