-- A video that the platform takes and never finishes processing is brought there once more, and then given up.
alter table video_jobs
  add column taken_at  timestamptz, -- since when the platform has its bytes, as far as we know
  add column failed_as text         -- of a failed one: why its pin will fail
    check (failed_as in ('media_rejected', 'platform_unavailable'));
update video_jobs
   set failed_as = 'media_rejected'
 where state = 'failed';
alter table video_jobs
  add check ((state = 'failed') = (failed_as is not null)),
  add check (taken_at is null or state in ('uploaded', 'succeeded', 'failed'));
