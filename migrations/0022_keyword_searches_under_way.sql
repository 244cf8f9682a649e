-- A keyword counts from its last search, but what was found is as old as the search that found it: a search that fails gives the first
-- back, and keeps nobody else's from being kept.
alter table keyword_searches
  add column found_at      timestamptz,                -- when the search that found the pins began; null as long as there are none
  add column open_searches int not null default 0;     -- under way, over all processes; one that died is never taken off
update keyword_searches
   set found_at = searched_at
 where pins is not null;
