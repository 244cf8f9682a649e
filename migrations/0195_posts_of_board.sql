-- outside a transaction
-- The newest pins of a board. Without a condition: the planner takes account and organization for independent where an index has one (0141 does not
-- reach its estimate), so that each such index looks as good as another, and the whole of an account is read.
create index concurrently if not exists posts_of_board on posts (organization_id, account_id, board_id, send_at, id);
