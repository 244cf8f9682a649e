-- True for media whose file says that AI made or changed them.
alter table media add column says_ai boolean not null default false;
