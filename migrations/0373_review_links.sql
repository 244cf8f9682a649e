-- Links for one contact of a client, who reads the named pins and says what they think of them, without an account here.
create table review_links (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  contact_name    text not null check (length(contact_name) between 1 and 80),
  token_hash      bytea not null,
  created_by      text not null,        -- 'T1:U1', or 'key:3'
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  revoked_at      timestamptz,
  name_given      text,                 -- what whoever opened it calls themselves, once
  name_given_at   timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade,
  check ((name_given is null) = (name_given_at is null))
);
create unique index review_links_token on review_links (organization_id, token_hash);
create index review_links_of_account on review_links (organization_id, account_id, id);
create index review_links_expired on review_links (expires_at);

-- A pin stays named after it is deleted: the page says so.
create table review_link_posts (
  organization_id bigint not null,
  link_id         bigint not null,
  position        int not null,
  post_id         bigint not null,
  primary key (organization_id, link_id, post_id),
  foreign key (organization_id, link_id) references review_links (organization_id, id) on delete cascade
);

-- When the page was opened; the last hundred of a link.
create table review_openings (
  organization_id bigint not null,
  link_id         bigint not null,
  opened_at       timestamptz not null,
  primary key (organization_id, link_id, opened_at),
  foreign key (organization_id, link_id) references review_links (organization_id, id) on delete cascade
);
