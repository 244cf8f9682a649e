-- Posts whose time had come when the database was restored, as they were then: {post id: what a comparison looks for}. People go on editing and moving them.
alter table comparisons add column due jsonb not null default '{}';
