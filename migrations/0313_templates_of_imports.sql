-- Whose template a file of pins was taken for, and what its reader should know of how it was read: sentences.
alter table imports add column template text;
alter table imports add column notes jsonb not null default '[]';
