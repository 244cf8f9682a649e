-- What publishing needs beyond a single picture: videos go to the platform before their time, product tags follow the live pin.

-- The upload of a queued post's video to the platform; gone when the post is sent.
create table video_jobs (
  organization_id   bigint not null,
  post_id           bigint not null,
  media_id          bigint not null,        -- ours
  send_at           timestamptz not null,   -- which scheduling of the post it serves: another one tries a failed video anew
  connection_number int not null,           -- with which tokens it was last seen: another connection looks again before it is used
  -- new: nothing of it at the platform · registered: the platform has its id, perhaps its bytes · uploaded: the bytes too
  state             text not null default 'new' check (state in ('new', 'registered', 'uploaded', 'succeeded', 'failed')),
  platform_media_id text,
  claim_number      int not null,           -- grows with each claim: who holds an older one writes nothing any more
  lease_until       timestamptz,            -- a worker has it until then
  due_at            timestamptz,            -- the next step; null: there is none
  tries             int not null default 0, -- steps in a row that led nowhere
  looks             int not null default 0, -- since the upload
  rejections        int not null default 0, -- times the platform failed or lost it
  last_error        text,
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade,
  foreign key (organization_id, media_id) references media (organization_id, id),
  check (state in ('new', 'failed') or platform_media_id is not null)
);
-- videos whose upload begins, 15 minutes before they are due
create index posts_videos on posts (due_at) where media_type = 'video' and status = 'queued' and due_at is not null;

-- The second call of a pin with product tags; the pin is sent either way.
alter table posts
  add column tags_state text check (tags_state in ('pending', 'added', 'failed')),
  add column tags_due_at timestamptz,       -- the next call, or until when a worker has it
  add column tags_tries int not null default 0,
  add check (tags_state is null or status = 'sent'),
  add check ((tags_due_at is not null) = (tags_state is not distinct from 'pending'));
create index posts_tags_due on posts (tags_due_at) where tags_due_at is not null;

-- Attempts that are open while this is installed were all of a single picture.
update publish_attempts
   set payload = payload || '{"mediaKind": "image"}'
 where state in ('sending', 'unknown')
   and payload is not null;
