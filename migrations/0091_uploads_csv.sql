-- A file of pins is uploaded like a picture, and read by an import.
alter table uploads drop constraint uploads_media_type_check;
alter table uploads add constraint uploads_media_type_check check (media_type in ('image', 'video', 'csv')) not valid;
