-- A reply in a thread may be shown in the channel, too.
alter table slk_messages add column is_broadcast boolean not null default false;
