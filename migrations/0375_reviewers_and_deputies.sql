-- The role of people who decide what they are asked and see nothing else. The wider checks hold for every row, so none is read.
alter table organizations drop constraint organizations_default_role_check,
  add constraint organizations_default_role_check check (default_role in ('none', 'reviewer', 'viewer', 'contributor', 'scheduler')) not valid;
alter table members drop constraint members_assigned_role_check, drop constraint members_role_check,
  add constraint members_assigned_role_check check (assigned_role in ('none', 'reviewer', 'viewer', 'contributor', 'scheduler', 'admin')) not valid,
  add constraint members_role_check check (role in ('none', 'reviewer', 'viewer', 'contributor', 'scheduler', 'admin')) not valid;
alter table role_groups drop constraint role_groups_role_check,
  add constraint role_groups_role_check check (role in ('reviewer', 'viewer', 'contributor', 'scheduler', 'admin')) not valid;
alter table account_roles drop constraint account_roles_role_check,
  add constraint account_roles_role_check check (role in ('none', 'reviewer', 'viewer', 'contributor', 'scheduler', 'admin')) not valid;

-- Who decides for a person who is away. It ends by the clock; a later absence takes the place of the row.
create table deputies (
  organization_id bigint not null references organizations (id),
  user_id         text not null, -- 'T1:U1': the person who is away
  deputy          text not null, -- 'T1:U2'
  until           timestamptz not null,
  created_at      timestamptz not null,
  primary key (organization_id, user_id),
  check (split_part(deputy, ':', 2) <> split_part(user_id, ':', 2))
);
