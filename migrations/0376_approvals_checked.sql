-- The checks of holds and lost slots hold for every row: nothing of before them has either.
alter table approvals validate constraint approvals_hold;
alter table approvals validate constraint approvals_lost;
