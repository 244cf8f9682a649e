-- What a picture looks like, so that the same one is found again whatever its size and format. Made when a pin of it is checked.
create table media_prints (
  organization_id bigint not null,
  media_id        bigint not null,
  print           bit(128),  -- of src/media/print.ts; null: it has nothing to be known by
  red             smallint,  -- on the whole, 0 to 255, as the next
  green           smallint,
  blue            smallint,
  primary key (organization_id, media_id),
  foreign key (organization_id, media_id) references media (organization_id, id) on delete cascade,
  check ((print is null) = (red is null))
);
