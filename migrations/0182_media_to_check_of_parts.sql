-- On a cluster a table is in parts, and a trigger is told the name of the part: media_102041.
create or replace function note_media_to_check() returns trigger language plpgsql as $$
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
