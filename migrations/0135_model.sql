-- What the model that writes drafts has used: reserved before it is asked, put right by what it says it used.
create table model_days (
  organization_id bigint not null references organizations (id),
  day             date not null, -- UTC
  tokens          bigint not null check (tokens >= 0),
  primary key (organization_id, day)
);
create index model_days_day on model_days (day);

-- Whether the model is asked at all: one row, of all processes. After failures in a row it rests for a while.
create table model_rest (
  one         boolean primary key default true check (one),
  failures    int not null,
  rests_until timestamptz
);
