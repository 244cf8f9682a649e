-- UTM parameters that links get when their pins go out: of an account, and of one board of it.
create table utm_rules (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null default '' check (board_id ~ '^[0-9]*$'), -- '': of all boards that have no value of their own
  source          text,
  medium          text,
  campaign        text,
  content         text,
  updated_at      timestamptz not null,
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check (coalesce(source, medium, campaign, content) is not null)
);
