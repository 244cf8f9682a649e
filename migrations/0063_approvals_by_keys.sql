-- An approval that a program asked for names its key, and what the program called itself.
alter table approvals
  add column api_key_id bigint,
  add column agent text;
