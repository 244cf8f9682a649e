-- Who may do what, and who did what.

-- What an admin gave to one person; null: as their user groups say, or the organization's default. An admin of the Slack workspace is
-- admin whatever stands here. The column "role" stays as the role they last acted with, for messages that nobody asked for.
alter table members
  add column assigned_role text check (assigned_role in ('viewer', 'contributor', 'scheduler', 'admin')),
  alter column seen_at drop not null;  -- null: was given a role and has not been here yet
update members
   set assigned_role = role
 where role in ('viewer', 'contributor');

-- For whom nothing else says what they may do. Never admin: what changes settings and keys is denied by default.
alter table organizations
  add column default_role text not null default 'scheduler' check (default_role in ('viewer', 'contributor', 'scheduler'));

-- User groups of Slack that carry a role; of several groups the highest counts.
create table role_groups (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  slack_group_id  text not null,
  handle          text not null,    -- as Slack called it then, for when Slack cannot be asked
  role            text not null check (role in ('viewer', 'contributor', 'scheduler', 'admin')),
  primary key (organization_id, slack_team_id, slack_group_id)
);

-- The audit takes acts that are no change of a post: of an account, or of the organization as a whole (no account). They have no version,
-- and cannot be undone, so no change id either.
alter table audit
  alter column account_id drop not null,
  alter column change_id drop not null,
  add check (subject not like 'post:%' or (account_id is not null and change_id is not null and version is not null));
-- newest first, and since a time
create index audit_newest on audit (organization_id, at, id);
