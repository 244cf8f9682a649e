-- How a video is encoded, as its own index names it; null: a picture, or a video from before this was read.
alter table media add column codec text;
