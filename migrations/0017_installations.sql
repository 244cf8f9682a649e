-- The app installed by OAuth: each workspace, or enterprise, has a token of its own, which may end and be renewed.

alter table slack_installations
  add column installation     bytea,        -- sealed JSON of what Slack granted, its tokens among it; null: bot_token, or that of the configuration
  add column scopes           text not null default '',
  add column name             text,         -- of the workspace or enterprise, as Slack called it then
  add column installed_by     text,         -- the Slack user
  add column granted_at       timestamptz,  -- the machine's time, as Slack's of its events: a removal told late is older. null: not by OAuth
  add column token_expires_at timestamptz,  -- the machine's time, too; null: it does not end
  add column refreshing_until timestamptz,  -- somebody renews the token: one at a time over all processes
  add column refresh_after    timestamptz,  -- Slack could not be asked: not sooner, while the token lives
  -- a removed app keeps no token
  add check (revoked_at is null or installation is null);

-- A workspace is found by its own id, whatever enterprise it was entered under: two installs at once make one organization.
create unique index slack_installations_team on slack_installations (team_id) where not is_enterprise and revoked_at is null;
create unique index slack_installations_enterprise on slack_installations (enterprise_id) where is_enterprise and revoked_at is null;

-- By whose token an organization is written to.
create index slack_installations_organization on slack_installations (organization_id);
