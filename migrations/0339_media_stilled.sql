-- A moving picture becomes a still one, and whoever reads its post later can say so.
alter table media
  add column is_stilled boolean not null default false;
