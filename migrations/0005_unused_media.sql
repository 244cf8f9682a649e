-- Media that no post has is found, and may go, without reading every post.
create index post_media_of_media on post_media (organization_id, media_id);
create index media_age on media (created_at);
