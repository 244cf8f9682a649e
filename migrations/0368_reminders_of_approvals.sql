-- Whether approvers of an account, and whether this person, get reminders of requests that wait for them.
alter table accounts add column reminds_approvers boolean not null default true;
alter table members add column wants_reminders boolean not null default true;
