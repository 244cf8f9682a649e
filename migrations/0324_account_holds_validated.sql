alter table accounts validate constraint accounts_held_for_check;
