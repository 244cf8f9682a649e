-- How often the links to an account's reports were ended: a link says how often that had been when it was made.
alter table accounts add column report_links_ended integer not null default 0;
