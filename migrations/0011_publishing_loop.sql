-- The publishing loop reads the head of the queue by its index alone, in the order in which it takes posts.

drop index posts_due;
create index posts_due on posts (due_at, id) where status = 'queued' and due_at is not null;
-- boards to be read back, a few beside the many that are queued
create index posts_read_back on posts (due_at) where status = 'uploading' and due_at is not null;
-- the loop looks for what is due from a day ago on: what were due before its own time would be found by nobody
update posts
   set due_at = send_at
 where status = 'queued'
   and due_at < send_at;
alter table posts
  add constraint posts_due_in_time check (status <> 'queued' or due_at is null or due_at >= send_at);

-- An attempt is written three times within a second: with room in its page the later ones touch no index.
alter table publish_attempts set (fillfactor = 60);
-- A small table whose rows come and go by the thousand.
alter table publish_lanes set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- What has gone out leaves dead rows at the head of the queue: they are cleared away long before a fifth of all posts has gone.
alter table posts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
