-- Clients over Slack Connect: the channel that an account shares with its client; null: none.
alter table accounts add column clients_channel_id text;

-- The people of other workspaces who decide there for a contact, as the steps of rules name it.
create table client_people (
  organization_id bigint not null references organizations (id),
  account_id      bigint not null,
  slack_team_id   text not null,
  slack_user_id   text not null,
  contact_name    text not null check (length(contact_name) between 1 and 80),
  contact_key     text not null,        -- the name as steps compare it
  name            text,                 -- of the person, as Slack shows it; null: not known
  named_by        text not null,        -- 'T1:U1', or 'key:3'
  named_at        timestamptz not null,
  primary key (organization_id, account_id, slack_team_id, slack_user_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
