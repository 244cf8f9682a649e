-- What 0006 left to do on posts, because it takes long where there are many: they are read meanwhile.
alter table posts validate constraint posts_source;

create index posts_of_source on posts (organization_id, source_post_id) where source_post_id is not null;
-- what was published, newest first
create index posts_sent on posts (organization_id, account_id, sent_at desc) where status = 'sent';
