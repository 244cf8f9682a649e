-- What other people's websites answered: one request an address and day, whoever asks. An address is its sha256; of no organization.
create table web_pages (
  address       bytea primary key,
  answer        jsonb,                -- null: it is being read for the first time
  fresh_until   timestamptz not null, -- is read again from then on
  reading_until timestamptz           -- somebody reads it
);
create index web_pages_fresh on web_pages (fresh_until);

-- How often a host was asked in its last minute, by all processes.
create table web_hosts (
  host   text primary key,
  minute timestamptz not null,
  asked  int not null
);
create index web_hosts_minute on web_hosts (minute);
