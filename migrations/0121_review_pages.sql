-- A link to a page in a review waits for the drafts that are made of the page. Those but the first come in behind, as items of kind draft.
alter table review_items add column generation_id bigint;
alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check check (kind in ('file', 'link', 'draft')) not valid;
-- Something came to it that its message does not show yet.
alter table reviews add column unshown_since timestamptz;
