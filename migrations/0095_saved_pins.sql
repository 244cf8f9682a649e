-- A post may save somebody's public pin to a board instead of making one. Pinterest takes a board and a section with it and nothing else:
-- title, link and picture stay those of the original.
alter table posts
  add column saved_pin_id text,        -- of the original, as Pinterest numbers it
  add column saved_pin_picture text;   -- an address of its picture, where one was known
-- queued and uploading: complete, with a time
alter table posts drop constraint posts_check2;
alter table posts
  add constraint posts_complete
  check (status not in ('queued', 'uploading') or
         (send_at is not null and board_id is not null and
          (saved_pin_id is not null or (title is not null and description is not null and url is not null)))) not valid,
  add constraint posts_saved_pin
  check (case when saved_pin_id is null then saved_pin_picture is null
              else description is null and url is null and alt_text is null and product_tag_pin_ids = '{}' and media_type = 'image' end) not valid;
