-- True for accounts that have claimed the website of their profile.
alter table sim_users add column has_claimed boolean not null default false;
