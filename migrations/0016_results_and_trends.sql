-- Results of pins and accounts, what the search finds, and what people search for.

-- Results of our published pins, a row for each day, kept beyond Pinterest's 90 days.
create table pin_days (
  organization_id bigint not null,
  account_id      bigint not null,
  pin_id          text not null,
  day             date not null,
  metrics         jsonb not null, -- the platform's names, camelCased
  data_status     text not null,
  read_at         timestamptz not null,
  primary key (organization_id, account_id, pin_id, day),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index pin_days_day on pin_days (day);

-- Days (UTC) of an account, kept beyond Pinterest's 90.
create table account_days (
  organization_id bigint not null,
  account_id      bigint not null,
  day             date not null,
  metrics         jsonb not null, -- under our names
  data_status     text not null,
  read_at         timestamptz not null,
  primary key (organization_id, account_id, day),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index account_days_day on account_days (day);

-- Answers of Pinterest's analytics, until they are fresh no more.
create table analytics_cache (
  organization_id bigint not null,
  account_id      bigint not null,
  question        text not null,
  answer          jsonb not null,
  read_at         timestamptz not null,
  fresh_until     timestamptz not null,
  primary key (organization_id, account_id, question),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index analytics_cache_age on analytics_cache (fresh_until);

-- As for posts, in 0007.
create statistics pin_days_of_one_account (ndistinct, dependencies) on organization_id, account_id from pin_days;

-- What the public search of pins found for a keyword, kept for a quarter of an hour. Each keyword counts from its last search against
-- those that an organization may search in an hour.
create table keyword_searches (
  organization_id bigint not null references organizations (id) on delete cascade,
  keyword         text not null,          -- trimmed, in lower case
  searched_at     timestamptz not null,
  open_searches   int not null default 0, -- under way, over all processes; one that died is never taken off
  -- What was found is as old as the search that found it: one that fails leaves it as it was.
  found_at        timestamptz,            -- when the search that found the pins began; null as long as there are none
  pins            jsonb,                  -- as the platform ranked them; null: the search is under way, or its process died
  primary key (organization_id, keyword)
);
create index keyword_searches_age on keyword_searches (searched_at);

-- What people search for, read from Pinterest once a day for each region, kind and interest: it is the same for all accounts.
create table trend_answers (
  region      text not null,
  kind        text not null,
  interest    text not null, -- '' any
  day         date not null, -- of UTC
  trends      jsonb,         -- as the platform ranked them; null: no answer yet
  asked_until timestamptz,   -- until then a process is asking Pinterest, or none may
  failed_as   text check (failed_as in ('app_refused', 'invalid', 'unavailable')), -- why none may until then
  primary key (region, kind, interest, day)
);
create index trend_answers_day on trend_answers (day);

-- Accounts that Pinterest refuses it to: they are not used for that for a day.
create table trend_refusals (
  organization_id   bigint not null,
  account_id        bigint not null,
  connection_number int not null,         -- once it is connected again, it is used again
  cause             text not null check (cause in ('forbidden', 'app', 'reconnect')),
  refused_at        timestamptz not null, -- last
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);
create index trend_refusals_refused_at on trend_refusals (refused_at);
