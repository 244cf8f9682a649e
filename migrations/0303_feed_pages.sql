-- Entries of feeds are known by their pages, too: by links without tracking parameters, scheme and www.
alter table feed_entries add column by_page boolean not null default false; -- link_key is that of the page, not of the link as it came
alter table feed_known add column has_links boolean not null default false; -- ids has the links of what the feed has shown, too
