-- Steps of Slack's workflows that ran here, each once, however often Slack sends it: the row is written with what the step did.
create table workflow_steps (
  organization_id bigint not null references organizations (id),
  execution_id    text not null,        -- Slack's own
  slack_team_id   text not null,
  step            text not null,        -- 'ask_for_approval'
  approval_id     bigint,               -- the request whose decision ends it; null: none
  outputs         jsonb,                -- what it ended with; null: it has not ended, or failed
  failure         text,                 -- why it failed, as a sentence
  refused         text,                 -- why Slack took no end, such as a workflow that is gone
  begun_at        timestamptz not null,
  ended_at        timestamptz,
  primary key (organization_id, execution_id)
);
create index workflow_steps_waiting on workflow_steps (organization_id, approval_id) where ended_at is null;
