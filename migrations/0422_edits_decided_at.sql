-- When a change of a published pin was approved or declined: an approved one is tried for a day from then on. null: nobody had to,
-- or it was decided before this was kept.
alter table pin_edits add column decided_at timestamptz;
