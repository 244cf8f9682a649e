-- What people say about a pin. A comment outlives its post, as a request for approval does.
create table post_comments (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  post_id         bigint not null,
  text            text not null check (length(text) between 1 and 2000),
  audience        text not null check (audience in ('internal', 'client')),
  author          text not null,                 -- 'T1:U1', or 'key:3'
  api_key_id      bigint,
  agent           text,                          -- what the program called itself
  is_agent        boolean not null default false, -- a model wrote it, whoever it acts for
  created_at      timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index post_comments_of_post on post_comments (organization_id, post_id, id);
create index post_comments_created on post_comments (created_at);
