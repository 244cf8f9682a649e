-- The second of a video whose frame is the pin's cover; null: its first one. A cover of its own is a picture behind the video, in post_media.
alter table posts add column cover int;
