-- What follows a write of posts stands beside it: src/core/posts/changed.ts. The functions stay for the version before, which is brought back with them
-- (docs/operating.md, Upgrading).
drop trigger if exists posts_left on posts;
drop trigger if exists posts_gone on posts;
drop trigger if exists posts_changed on posts;
drop trigger if exists posts_removed on posts;
drop trigger if exists posts_restored on posts;
drop trigger if exists posts_written on posts;
drop trigger if exists posts_rewritten on posts;
