-- Pins, and what was done to them.

-- A pin, from draft to published.
create table posts (
  organization_id     bigint not null,
  id                  bigint generated always as identity,
  account_id          bigint not null,
  status              text not null check (status in ('draft', 'queued', 'uploading', 'sent')),
  version             int not null default 1,
  -- What Pinterest gets.
  media_type          text not null check (media_type in ('image', 'video')),
  title               text,
  description         text,
  url                 text,
  url_key             text,                   -- the url as spacing rules compare it
  alt_text            text,
  board_id            text,
  board_section_id    text,
  is_simplified       boolean not null default true,
  product_tag_pin_ids text[] not null default '{}',
  -- In place of that: the public pin of somebody that is saved to a board. Title, link and picture stay those of the original.
  saved_pin_id        text,                   -- of the original, as Pinterest numbers it
  saved_pin_picture   text,                   -- an address of its picture, where one was known
  -- When it goes out.
  send_at             timestamptz,
  timeslot_id         bigint,                 -- null: at an arbitrary time, or left behind by a moved slot
  -- Posts of one series share the id of its first; the position is the place of the board in the order given.
  interval_group_id   bigint,
  interval_position   smallint check (interval_position between 0 and 19),
  -- The work of the publisher.
  due_at              timestamptz,            -- when the publisher is next due for it: time, retry or read-back; null while held
  lease_until         timestamptz,            -- a worker has it until then
  charge_number       int not null default 0,
  attempt_number      int not null default 0,
  tries               int not null default 0, -- retries of this scheduling in which nothing was sent
  late_told           boolean not null default false, -- its team knows that it is late
  delayed_by          text,                   -- what it waited for when it went out late
  -- What came of it.
  pin_id              text,
  sent_at             timestamptz,
  failure             jsonb,                  -- {reason, message, failedAt, sendAt}
  results_read_at     timestamptz,            -- when its days were last read
  -- The second call of a pin with product tags; the pin is sent either way.
  tags_state          text check (tags_state in ('pending', 'added', 'failed')),
  tags_due_at         timestamptz,            -- the next call, or until when a worker has it
  tags_tries          int not null default 0,
  -- Where it comes from.
  source_post_id      bigint,                 -- of an evergreen run: the published pin it repeats
  generation_id       bigint,                 -- the reading of a page that made this draft
  created_via         text not null,
  created_by          text,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id),
  check (board_section_id is null or board_id is not null),
  -- draft: off the schedule altogether
  check (status <> 'draft'
    or (send_at is null and timeslot_id is null and due_at is null and lease_until is null and pin_id is null and sent_at is null)),
  constraint posts_check3 check (status <> 'uploading' or (attempt_number > 0 and (lease_until is not null or due_at is not null))),
  constraint posts_check4 check (status <> 'sent'
    or (send_at is not null and pin_id is not null and sent_at is not null and due_at is null and lease_until is null)),
  constraint posts_check5 check (failure is null or status = 'draft'),
  constraint posts_check6 check ((interval_group_id is null) = (interval_position is null)),
  constraint posts_check7 check (tags_state is null or status = 'sent'),
  constraint posts_check8 check ((tags_due_at is not null) = (tags_state is not distinct from 'pending')),
  constraint posts_source foreign key (organization_id, source_post_id) references posts (organization_id, id),
  constraint posts_due_in_time check (status <> 'queued' or due_at is null or due_at >= send_at),
  -- queued and uploading: complete, with a time
  constraint posts_complete check (status not in ('queued', 'uploading')
    or (send_at is not null and board_id is not null and (saved_pin_id is not null or (title is not null and description is not null
      and url is not null)))),
  constraint posts_saved_pin check (case
    when saved_pin_id is null then saved_pin_picture is null
    else description is null and url is null and alt_text is null and product_tag_pin_ids = '{}' and media_type = 'image' end)
);
-- Pins that went out leave dead rows at the head of the queue, which are cleared long before a fifth of all posts has gone. Their results are
-- written each day of their first month: with room in the page such a write touches no index.
alter table posts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 90);
-- an occurrence is taken once; an explicit time that loses this race becomes off-slot
create unique index posts_occurrence on posts (organization_id, account_id, timeslot_id, send_at)
  where timeslot_id is not null and status in ('queued', 'uploading', 'sent');
-- a platform pin belongs to one post
create unique index posts_pin on posts (organization_id, account_id, pin_id) where pin_id is not null;
-- what waits for the platform, oldest first: lateness
create index posts_waiting on posts (send_at) where status in ('queued', 'uploading');
-- what waits without a due time
create index posts_held on posts (organization_id, account_id, send_at) where status = 'queued' and due_at is null;
create index posts_lease on posts (lease_until) where status = 'uploading';
create index posts_list on posts (organization_id, account_id, status, send_at, id);
create index posts_drafts on posts (organization_id, account_id, created_at desc, id desc) where status = 'draft';
create index posts_live on posts (organization_id, account_id, send_at) where status in ('queued', 'uploading', 'sent');
create index posts_spacing on posts (organization_id, account_id, url_key, send_at) where status in ('queued', 'uploading', 'sent');
create unique index posts_series on posts (organization_id, account_id, interval_group_id, interval_position)
  where interval_group_id is not null;
-- videos whose upload begins, 15 minutes before they are due
create index posts_videos on posts (due_at) where media_type = 'video' and status = 'queued' and due_at is not null;
create index posts_tags_due on posts (tags_due_at) where tags_due_at is not null;
create index posts_of_source on posts (organization_id, source_post_id) where source_post_id is not null;
-- what was published, newest first
create index posts_sent on posts (organization_id, account_id, sent_at desc) where status = 'sent';
create index posts_due on posts (due_at, id) where status = 'queued' and due_at is not null;
-- boards to be read back, a few beside the many that are queued
create index posts_read_back on posts (due_at) where status = 'uploading' and due_at is not null;
-- What failed stands on every Home of its account, however many drafts there are.
create index posts_failed on posts (organization_id, account_id, id desc) where failure is not null;
create index posts_saved on posts (organization_id, account_id, saved_pin_id) where saved_pin_id is not null;

-- Its picture or video, or the pictures of a carousel in order.
create table post_media (
  organization_id bigint not null,
  post_id         bigint not null,
  position        smallint not null check (position between 0 and 4),
  media_id        bigint not null,
  primary key (organization_id, post_id, position),
  foreign key (organization_id, post_id) references posts (organization_id, id) on delete cascade,
  foreign key (organization_id, media_id) references media (organization_id, id)
);
-- Media that no post has is found, and may go, without reading every post.
create index post_media_of_media on post_media (organization_id, media_id);

create trigger post_media_left after delete or update of media_id on post_media
  for each row execute function note_media_to_check();

-- A deleted post as it was, out of every index and claim; kept 30 days.
create table deleted_posts (
  organization_id bigint not null,
  id              bigint not null,
  account_id      bigint not null,
  post            jsonb not null,
  media_ids       bigint[] not null,
  attempts        jsonb not null, -- a post that comes back must know what was tried
  deleted_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index deleted_posts_age on deleted_posts (deleted_at);
-- Which deleted posts have a picture: read for each one before its bytes go.
create index deleted_posts_media on deleted_posts using gin (media_ids) with (fastupdate = off);

create trigger deleted_posts_left after delete on deleted_posts
  for each row execute function note_media_to_check();

-- Every write by any entry point, with the fields as they were and as they became: for the history of a pin, and to undo it.
create table audit (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  change_id       uuid,          -- one write may change several posts
  account_id      bigint,
  subject         text not null, -- 'post:12'
  action          text not null,
  via             text not null,
  actor           text not null,
  api_key_id      bigint,        -- beside its person, as the next: what the program called itself
  agent           text,
  version         int,           -- of the post afterwards
  before          jsonb,         -- null: it was not there
  after           jsonb,         -- null: it is gone
  undone_at       timestamptz,
  at              timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  -- The audit takes acts that are no change of a post: of an account, or of the organization as a whole (no account). They have no version,
  -- and cannot be undone, so no change id either.
  check (subject not like 'post:%' or (account_id is not null and change_id is not null and version is not null))
);
create index audit_subject on audit (organization_id, subject, version);
create index audit_change on audit (organization_id, change_id);
-- newest first, and since a time
create index audit_newest on audit (organization_id, at, id);
create index audit_at on audit (at);

-- An account belongs to one organization. The planner takes the two for independent and expects one row of any account, so that every index that
-- begins with them looks alike, and the whole of a large account is read for a few rows of it.
create statistics posts_of_one_account (ndistinct, dependencies) on organization_id, account_id from posts;
create statistics audit_of_one_account (ndistinct, dependencies) on organization_id, account_id from audit;
