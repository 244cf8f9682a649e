-- What people search for, asked of Pinterest once a day for each region, kind and interest, whoever wants to know: it is the same for each account.
create table trend_answers (
  region      text not null,
  kind        text not null,
  interest    text not null, -- '' any
  day         date not null, -- of UTC
  trends      jsonb,         -- as the platform ranked them; null: no answer yet
  asked_until timestamptz,   -- until then somebody else is asking, or nobody is to ask
  failed_as   text,          -- why nobody is to ask until then
  primary key (region, kind, interest, day),
  constraint trend_answers_failed_as_check check (failed_as in ('app_refused', 'invalid', 'unavailable'))
);
create index trend_answers_day on trend_answers (day);

-- Accounts for which Pinterest does not say it: they are not asked with for a day.
create table trend_refusals (
  organization_id   bigint not null,
  account_id        bigint not null,
  connection_number int not null,          -- once it is connected again, it is asked with again
  cause             text not null,
  refused_at        timestamptz not null,  -- last
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  constraint trend_refusals_cause_check check (cause in ('forbidden', 'app', 'reconnect'))
);
create index trend_refusals_refused_at on trend_refusals (refused_at);
