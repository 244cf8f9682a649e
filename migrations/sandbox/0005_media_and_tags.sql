-- Videos, carousels and product tags of the simulated platform.

-- An upload that was registered. Of the bytes only what they are is kept.
create table sim_media (
  id            text primary key default nextval('sim_ids')::text,
  number        bigint generated always as identity,
  user_id       text not null references sim_users (id),
  upload_key    text not null unique,
  upload_fields jsonb not null,           -- [[name, value], …]: what the form must hold, in this order
  expires_at    timestamptz not null,     -- of the permission to upload
  fate          text not null default 'succeeded' check (fate in ('succeeded', 'failed', 'stuck')),
  registered_at timestamptz not null,
  received_at   timestamptz,
  uploads       int not null default 0,   -- how often all of its bytes came
  bytes         bigint,
  sha256        bytea,
  duration_ms   int,                      -- null: the bytes are no video, and processing fails
  width         int,
  height        int
);

alter table sim_pins
  add column media_type text not null default 'image' check (media_type in ('image', 'multiple_images', 'video')),
  add column video_id text references sim_media (id),
  add check ((media_type = 'video') = (video_id is not null));

-- The further pictures of a carousel; the first stands on the pin, as the still of a video does.
create table sim_pictures (
  pin_id       text not null references sim_pins (id) on delete cascade,
  position     smallint not null check (position between 1 and 4),
  content_type text not null,
  width        int not null,
  height       int not null,
  picture      bytea not null,
  primary key (pin_id, position)
);

create table sim_product_tags (
  pin_id     text not null references sim_pins (id) on delete cascade,
  number     bigint generated always as identity,
  tag_pin_id text not null,
  primary key (pin_id, tag_pin_id)
);
