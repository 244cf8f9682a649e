-- The board that a person last made a pin for, on each account: the next form begins with it. It may be gone from Pinterest meanwhile.
create table last_boards (
  organization_id bigint not null,
  account_id      bigint not null,
  person          text not null, -- `T1:U1` of the Slack user
  board_id        text not null,
  chosen_at       timestamptz not null,
  primary key (organization_id, account_id, person),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
