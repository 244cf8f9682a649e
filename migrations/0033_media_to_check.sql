-- Media that perhaps no post has any more: what the sweep looks at, in place of all media. A row for each way by which media may be left; it is
-- only ever inserted beside other work, so nobody waits for anybody, and without a key to its organization, which may be on its way out.
create table media_to_check (
  organization_id bigint not null,
  id              bigint generated always as identity,
  media_id        bigint not null,
  primary key (organization_id, id)
);

create function note_media_to_check() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'media' then
    insert into media_to_check (organization_id, media_id) values (new.organization_id, new.id);
  elsif tg_table_name = 'post_media' then
    insert into media_to_check (organization_id, media_id) values (old.organization_id, old.media_id);
  else
    insert into media_to_check (organization_id, media_id)
    select old.organization_id, m from unnest(old.media_ids) m;
  end if;
  return null;
end $$;
create trigger media_made after insert on media
  for each row execute function note_media_to_check();
create trigger post_media_left after delete or update of media_id on post_media
  for each row execute function note_media_to_check();
create trigger deleted_posts_left after delete on deleted_posts
  for each row execute function note_media_to_check();
