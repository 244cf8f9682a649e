-- Each window of the workspace's page has a place and forms of its own. What slk_users says is of the window 'act', which acts by words
-- are done in.
create table slk_windows (
  user_id    text not null references slk_users (id) on delete cascade,
  id         text not null,
  channel_id text not null,
  on_home    boolean not null,
  alert      text,
  used_at    timestamptz not null,  -- of the machine's own clock
  primary key (user_id, id)
);
alter table slk_views add column window_id text not null default 'act';
alter table slk_views drop constraint slk_views_user_id_position_key;
alter table slk_views add constraint slk_views_position unique (user_id, window_id, position);
alter table slk_triggers add column window_id text not null default 'act';
