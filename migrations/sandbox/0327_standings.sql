-- What Pinterest says of one account alone: a fault that waits for its calls, and how the account itself stands until that is set back.
alter table sim_faults add column username text;
alter table sim_users add column standing text;
