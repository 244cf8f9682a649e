-- What Slack says of a person is remembered: guests are viewers unless an admin names them, and so are people of other workspaces of an enterprise.

alter table members
  add column slack_standing    text check (slack_standing in ('admin', 'member', 'guest', 'enterprise_admin')),
  add column slack_standing_at timestamptz, -- when Slack last said so
  add check ((slack_standing is null) = (slack_standing_at is null)) not valid; -- of rows that are there both are null

-- Workspaces whose people have the role of everybody else. One that came in by its enterprise is none, until it installs the app first.
alter table slack_installations
  add column is_home boolean not null default true;
-- Of an app that is installed for a whole enterprise: the first workspace that one of Slack's admins uses it from. null: none yet.
alter table organizations
  add column home_slack_team_id text;
-- An enterprise whose people are all of one workspace goes on as it was.
update organizations o
   set home_slack_team_id = (select min(m.slack_team_id) from members m where m.organization_id = o.id and m.seen_at is not null)
 where exists (select from slack_installations i where i.organization_id = o.id and i.is_enterprise)
   and not exists (select from slack_installations i where i.organization_id = o.id and not i.is_enterprise)
   and (select count(distinct m.slack_team_id) from members m where m.organization_id = o.id and m.seen_at is not null) = 1;

-- An event is recorded before it is acknowledged, and handled once: what a process that died left unhandled is handled by another.
alter table slack_events
  add column handled_at  timestamptz default now(), -- rows of a version before this one were handled when they were recorded
  add column lease_until timestamptz,               -- real time; a process handles it until then
  add column body        jsonb;                     -- what is needed to handle it again; null: nothing is lost with it
