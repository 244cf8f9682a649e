-- Whoever writes an event writes its deliveries: src/core/webhooks/wanting.ts. The version before does not, and may still run beside this one, or
-- again: for its events alone the trigger goes on. It goes once that version is behind.
alter table webhook_events add column is_handed_out boolean not null default false;
drop trigger if exists webhook_events_written on webhook_events;
create trigger webhook_events_of_version_before after insert on webhook_events
  for each row when (not new.is_handed_out) execute function deliver_webhook_event();
