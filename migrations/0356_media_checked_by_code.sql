-- What is made or left is noted by the statements that make or leave it: src/core/media/to-check.ts. The functions stay for the way back.
drop trigger if exists media_made on media;
drop trigger if exists fitted_media_left on media;
drop trigger if exists post_media_left on post_media;
drop trigger if exists deleted_posts_left on deleted_posts;
