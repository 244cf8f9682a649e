-- Who may do what on which account: roles of people and groups on one account, and keys with a role of their own.

-- A role on one account goes before the one of the organization. `holder`: U… a person, S… a user group.
create table account_roles (
  organization_id bigint not null,
  account_id      bigint not null,
  slack_team_id   text not null,
  holder          text not null check (holder ~ '^[SUW][A-Z0-9]{1,30}$'),
  handle          text check ((handle is not null) = (holder like 'S%')), -- of a group, as Slack called it then
  role            text not null check (role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')),
  primary key (organization_id, account_id, slack_team_id, holder),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index account_roles_of_holder on account_roles (organization_id, slack_team_id, holder);

-- 'none': accounts are not seen at all, unless somebody was given a role on one.
alter table organizations drop constraint organizations_default_role_check;
alter table organizations add constraint organizations_default_role_check
  check (default_role in ('none', 'viewer', 'contributor', 'scheduler')) not valid;
alter table members drop constraint members_assigned_role_check;
alter table members add constraint members_assigned_role_check
  check (assigned_role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')) not valid;
alter table members drop constraint if exists members_role_check;
alter table members add constraint members_role_check
  check (role in ('none', 'viewer', 'contributor', 'scheduler', 'admin')) not valid;
-- Beside "role": what they last acted with on the accounts that have a role of their own, {"account id": "role"}.
alter table members add column account_roles jsonb not null default '{}';

-- A key made before has full access, as one that names no role. A personal key has its person's roles and none of its own.
alter table api_keys
  add column role text default 'admin' check (role in ('viewer', 'contributor', 'scheduler', 'admin')),
  add column names_accounts boolean not null default false, -- its role holds on those of api_key_accounts alone
  add column note text,                                     -- what it is for
  add column slack_team_id text,
  add column slack_user_id text,
  add column created_by text,                               -- null: made before this was written down
  add column last_four text,                                -- null: made before
  add check ((slack_team_id is null) = (slack_user_id is null)) not valid,
  add check ((role is null) = (slack_user_id is not null)) not valid,
  add check (slack_user_id is null or not names_accounts) not valid;

create table api_key_accounts (
  organization_id bigint not null,
  api_key_id      bigint not null,
  account_id      bigint not null,
  primary key (organization_id, api_key_id, account_id),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index api_key_accounts_of_account on api_key_accounts (organization_id, account_id);

-- The audit names the key beside its person, and what the program called itself.
alter table audit
  add column api_key_id bigint,
  add column agent text;
