alter table slk_users
  add column is_guest boolean not null default false;  -- invited to some channels alone
