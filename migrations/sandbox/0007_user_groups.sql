-- The local workspace's user groups, and people who are none of its own.
create table slk_groups (
  id         text primary key,
  handle     text not null unique,  -- without the @
  name       text not null,
  deleted_at timestamptz            -- switched off: it is there, and has nobody in it
);

create table slk_group_members (
  group_id text not null references slk_groups (id) on delete cascade,
  user_id  text not null references slk_users (id) on delete cascade,
  primary key (group_id, user_id)
);

alter table slk_users
  add column team_id text,                             -- of another workspace that shares a channel; null: this one
  add column is_deleted boolean not null default false;
