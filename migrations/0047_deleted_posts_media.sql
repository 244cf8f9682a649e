-- outside a transaction
-- Which deleted posts have a picture: looked up for each one before it is forgotten.
create index concurrently if not exists deleted_posts_media on deleted_posts using gin (media_ids) with (fastupdate = off);
