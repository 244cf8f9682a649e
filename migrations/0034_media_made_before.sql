-- Media from before 0033 is looked at once. In a file of its own: the triggers are there already, and media is only read.
insert into media_to_check (organization_id, media_id)
select organization_id, id from media;
