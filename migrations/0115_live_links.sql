-- What the newest pins of a board link to, whoever made them: read from Pinterest at most once a day, to say of a pin that its link is there already.
create table live_links (
  organization_id bigint not null,
  account_id      bigint not null,
  board_id        text not null,
  asked_at        timestamptz not null,        -- when Pinterest was asked last
  pins            jsonb not null default '[]', -- [{pinId, linkKey, title, at}]; empty too where it gave no answer
  primary key (organization_id, account_id, board_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id)
);
create index live_links_asked_at on live_links (asked_at);
