-- What an import created can be taken back as a whole.
alter table imports
  add column batch_ids bigint[] not null default '{}', -- by which it created its pins
  add column undone_at timestamptz;
