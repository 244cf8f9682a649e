alter table media validate constraint media_original_fkey;
