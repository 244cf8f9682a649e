-- A picture that was cropped, or put on a card: what it was made of is kept as long as it is, so that there is a way back.
alter table media
  add column original_id bigint,
  add column fit text,
  add constraint media_fit_check check (fit in ('crop', 'card') and (original_id is null or fit is not null)) not valid,
  add constraint media_original_fkey foreign key (organization_id, original_id) references media (organization_id, id)
      on delete set null (original_id) not valid;

-- Once the fitted one is gone, perhaps nothing uses its original.
create function note_original_to_check() returns trigger language plpgsql as $$
begin
  insert into media_to_check (organization_id, media_id) values (old.organization_id, old.original_id);
  return null;
end $$;
create trigger fitted_media_left after delete on media
  for each row when (old.original_id is not null) execute function note_original_to_check();
