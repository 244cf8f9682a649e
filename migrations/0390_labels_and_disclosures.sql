-- The team's own labels of a pin, and what its maker declares about AI in it.
alter table posts add column labels text[] not null default '{}';
alter table posts add column ai_disclosures text[] not null default '{}';
