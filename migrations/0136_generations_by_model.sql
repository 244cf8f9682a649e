-- A model may write drafts too. Null: wherever one is configured.
alter table generations add column use_model boolean;
alter table generations drop constraint generations_written_by_check;
alter table generations add constraint generations_written_by_check check (written_by in ('local', 'model')) not valid;
