-- Slack takes a moment to process a file of the app's: until then it says no type, and shows the file in no view. By the machine's own clock.
alter table slk_files add column ready_at timestamptz;
