-- The team was told that nobody knows what came of this request; a person, or its pin, answers. The question outlasts the schedule.
alter table publish_attempts add column reported_unknown_at timestamptz;
