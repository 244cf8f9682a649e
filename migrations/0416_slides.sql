-- The texts and the link of each image of a carousel, the cover first; empty: it has none.
alter table posts add column slides jsonb not null default '[]';
