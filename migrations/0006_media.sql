-- Pictures and videos: their bytes are in the store, under storage_key.

-- Bytes that never change once written; a picture used twice is kept once.
create table media (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  token           text not null,                  -- unguessable, part of the public address
  storage_key     text not null,
  thumbnail_key   text,                           -- a small JPEG for lists and cards; null: it has none
  sha256          bytea,                          -- of the bytes as they were given to us; null: a video, which is not compared by its bytes
  media_type      text not null check (media_type in ('image', 'video')),
  content_type    text not null,
  bytes           bigint not null check (bytes > 0),
  width           int not null check (width > 0),
  height          int not null check (height > 0),
  duration_ms     int check (duration_ms > 0),
  codec           text,                           -- of a video, as its own index names it; null: it was not read
  is_stilled      boolean not null default false, -- it moved, and became a still picture
  original_id     bigint,                         -- of a picture that was cropped or put on a card: what it was made of, kept as long as it is
  fit             text,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, token),
  unique (organization_id, sha256),
  check (media_type = 'video' or sha256 is not null),
  check ((media_type = 'video') = (duration_ms is not null)),
  constraint media_fit_check check (fit in ('crop', 'card') and (original_id is null or fit is not null)),
  -- without `on delete set null`, which a cluster refuses of a key with the organization: an original goes after what was made of it
  constraint media_original_fkey foreign key (organization_id, original_id) references media (organization_id, id)
);
create index media_age on media (created_at);
create index media_of_original on media (organization_id, original_id) where original_id is not null;

-- What a picture looks like, so that the same one is found again whatever its size and format. Made when a pin of it is checked.
create table media_prints (
  organization_id bigint not null,
  media_id        bigint not null,
  print           bit(128), -- a print of its picture; null: it has nothing to be known by
  red             smallint, -- on the whole, 0 to 255, as the next
  green           smallint,
  blue            smallint,
  primary key (organization_id, media_id),
  foreign key (organization_id, media_id) references media (organization_id, id) on delete cascade,
  check ((print is null) = (red is null))
);

-- Bytes on their way in, of a picture, a video or a file of pins.
create table uploads (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  secret_hash     bytea not null,
  storage_key     text,                             -- null once the staged bytes are deleted
  extension       text not null,
  media_type      text not null check (media_type in ('image', 'video', 'csv')),
  content_type    text not null,
  staged_bytes    bigint check (staged_bytes >= 0), -- how much an organization has staged is bounded; null: not known
  put_until       timestamptz,                      -- a PUT is under way that was alive so lately; null: none
  url_expires_at  timestamptz not null,
  expires_at      timestamptz not null,
  attached_at     timestamptz,                      -- single use: set once, in the transaction of the create
  sweep_at        timestamptz,                      -- when its bytes are next removed, also after a failure; null: once expires_at has come
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, secret_hash)
);
create index uploads_expiry on uploads (expires_at) where storage_key is not null;
create index uploads_open on uploads (organization_id, expires_at) where attached_at is null and storage_key is not null;
create index uploads_to_sweep on uploads (coalesce(sweep_at, expires_at), id) where storage_key is not null;
create index uploads_to_sweep_of on uploads (organization_id, coalesce(sweep_at, expires_at), id) where storage_key is not null;

-- Media that perhaps no post has any more: the sweep reads these in place of all media. Triggers insert a row wherever media may be left; it
-- refers to no organization, which may be in deletion.
create table media_to_check (
  organization_id bigint not null,
  id              bigint generated always as identity,
  media_id        bigint not null,
  primary key (organization_id, id)
);

-- On a cluster a table is in parts, and a trigger sees the name of the part: media_102041.
create function note_media_to_check() returns trigger language plpgsql as $$
begin
  if tg_table_name ~ '^media(_[0-9]+)?$' then
    insert into media_to_check (organization_id, media_id) values (new.organization_id, new.id);
  elsif tg_table_name ~ '^post_media(_[0-9]+)?$' then
    insert into media_to_check (organization_id, media_id) values (old.organization_id, old.media_id);
  else
    insert into media_to_check (organization_id, media_id)
    select old.organization_id, m from unnest(old.media_ids) m;
  end if;
  return null;
end $$;

create trigger media_made after insert on media
  for each row execute function note_media_to_check();

-- Once the fitted one is gone, perhaps nothing uses its original.
create function note_original_to_check() returns trigger language plpgsql as $$
begin
  insert into media_to_check (organization_id, media_id) values (old.organization_id, old.original_id);
  return null;
end $$;

create trigger fitted_media_left after delete on media
  for each row when (old.original_id is not null) execute function note_original_to_check();
