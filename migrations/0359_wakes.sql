-- What comes to be due wakes its loop, whoever writes it. Not on a cluster: a node that has notified cannot prepare its part of a transaction.
create function wake() returns trigger language plpgsql as $$
begin
  if to_regproc('create_distributed_table') is null then
    perform pg_notify(tg_argv[0], '');
  end if;
  return null;
end $$;
create trigger deliveries_wake after insert on webhook_deliveries
  for each row execute function wake('webhooks_due');
create trigger outbox_wakes after insert on outbox
  for each row execute function wake('outbox_due');
create trigger outbox_wakes_again after update of due_at on outbox
  for each row when (new.due_at is not null and new.due_at is distinct from old.due_at) execute function wake('outbox_due');
