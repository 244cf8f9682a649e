-- Messages that are changed in place later, and those that a thread hangs on: Slack knows a message by its channel and time alone, and
-- reading channels is a right that the app does not ask for.

create table slack_messages (
  organization_id bigint not null references organizations (id),
  subject         text not null,        -- 'report:5', 'approval:3'; 'post:12' is the root of that pin's thread
  place           text not null,        -- where it was sent to: a channel, or a person
  channel_id      text not null,        -- what Slack calls that place
  ts              text not null,
  sent_at         timestamptz not null,
  primary key (organization_id, subject, place)
);
create index slack_messages_sent on slack_messages (sent_at);
