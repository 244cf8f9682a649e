-- What the public search of pins found for a keyword: kept for a quarter of an hour, and counted against the distinct keywords that an
-- organization may search in an hour. One row does both.
create table keyword_searches (
  organization_id bigint not null references organizations (id) on delete cascade,
  keyword         text not null,      -- trimmed, in lower case
  searched_at     timestamptz not null,
  pins            jsonb,              -- as the platform ranked them; null: the search is under way, or its process died
  primary key (organization_id, keyword)
);
create index keyword_searches_age on keyword_searches (searched_at);
