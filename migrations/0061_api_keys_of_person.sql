-- outside a transaction
-- The personal keys of somebody, when they are listed, counted, or end with their person.
create index concurrently if not exists api_keys_of_person
  on api_keys (organization_id, slack_team_id, slack_user_id)
  where slack_user_id is not null;
