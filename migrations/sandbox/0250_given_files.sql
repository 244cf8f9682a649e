-- A file is the app's to see once a person has put it into a field of the app's form. Those of its own, and of conversations it is in, it sees anyway.
alter table slk_files add column is_given boolean not null default false;
