-- Pins of one review that lead to the same page keep some days between them, where no spacing rule says how many.
alter table reviews
  add column spread_days int not null default 3 check (spread_days between 0 and 365); -- 0: one after another

alter table review_items
  add column send_at timestamptz; -- the time that somebody chose for this one; null: the next open slot

alter table approvals
  add column spread_days int check (spread_days between 1 and 365); -- as the review that asked; null: the spacing rules alone
