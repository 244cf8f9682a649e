-- Publishing: what is being sent, and what was.

-- One attempt at a time on a board; held by an open attempt or one whose outcome is unknown.
create table publish_lanes (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null,
  post_id         bigint not null,
  attempt_number  int not null,
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
-- A small table whose rows come and go by the thousand.
alter table publish_lanes set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One request to Pinterest for one pin. The row is committed before the request leaves, so that no crash publishes twice.
create table publish_attempts (
  organization_id     bigint not null,
  post_id             bigint not null,
  number              int not null,
  state               text not null
    check (state in ('claimed', 'sending', 'confirmed', 'refused', 'retry', 'unknown', 'found', 'absent', 'ambiguous')),
  board_id            text not null,
  send_at             timestamptz not null, -- which scheduling of the post it belongs to
  payload             jsonb,                -- what was sent, with media ids in place of bytes
  claimed_at          timestamptz not null,
  sending_at          timestamptz,
  settled_at          timestamptz,
  reason              text,
  platform_status     int,
  platform_code       int,
  platform_message    text,
  platform_request_id text,
  -- Of requests whose answer never came.
  read_backs          int not null default 0,
  -- {pinCount, pinsModifiedAt} of its board at the last complete reading: while these stay, the pages need no reading
  board_seen          jsonb,
  reported_unknown_at timestamptz,          -- the team knows that nobody knows what came of it; a person, or its pin, answers
  ruled_out_at        timestamptz,          -- a person says that its pin is not there: the post is sent again without a search
  primary key (organization_id, post_id, number),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade
);
-- An attempt is written three times within a second: with room in its page the later ones touch no index.
alter table publish_attempts set (fillfactor = 60);
create index publish_attempts_claimed on publish_attempts (claimed_at);

-- The upload of a queued post's video to Pinterest, before its time; gone when the post is sent.
create table video_jobs (
  organization_id   bigint not null,
  post_id           bigint not null,
  media_id          bigint not null,        -- ours
  send_at           timestamptz not null,   -- which scheduling of the post it serves: another one tries a failed video again
  connection_number int not null,           -- with which tokens it was last seen: another connection looks again before it is used
  -- new: nothing of it at the platform · registered: the platform has its id, perhaps its bytes · uploaded: the bytes too
  state             text not null default 'new' check (state in ('new', 'registered', 'uploaded', 'succeeded', 'failed')),
  failed_as         text check (failed_as in ('media_rejected', 'platform_unavailable')), -- why its pin will fail
  platform_media_id text,
  -- since when the platform has its bytes. One that it never finishes processing is brought once more, and then given up
  taken_at          timestamptz,
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
  check (state in ('new', 'failed') or platform_media_id is not null),
  check ((state = 'failed') = (failed_as is not null)),
  check (taken_at is null or state in ('uploaded', 'succeeded', 'failed'))
);
