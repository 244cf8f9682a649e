-- A state that came back from a consent page, of Pinterest or of Slack, allows one exchange of a code, over all processes. It is written down before the
-- exchange. It is of no organization: that is known afterwards.
create table spent_states (
  id text primary key,
  expires_at timestamptz not null,
  succeeded boolean not null default false -- what it was for is done: whoever reloads the page is told so
);
create index spent_states_expiry on spent_states (expires_at);
