-- A repeated request is answered with the same bytes: jsonb keeps neither the order of fields nor the writing of numbers. The version before reads
-- `answer` and `answer_meta`, which are written beside it for as long as it may run.
alter table idempotency_keys
  add column answer_text text;
