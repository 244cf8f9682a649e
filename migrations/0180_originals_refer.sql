-- A cluster takes no `on delete set null` of a key that has the organization in it. Nothing needs it: an original goes after what was made of it.
alter table media
  drop constraint media_original_fkey,
  add constraint media_original_fkey foreign key (organization_id, original_id) references media (organization_id, id) not valid;
