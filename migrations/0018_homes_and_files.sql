-- What each person's Home shows, so that every process knows it: which are shown anew when something changes, on which page, and what
-- need not be published again because it stands there already.

create table homes (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  slack_user_id   text not null,
  account_id      bigint,                       -- whose pins are on it; null: none was connected
  page            jsonb,                        -- null: the next pins from the first on
  fingerprint     text,                         -- of the content; null: it is being published, or nobody knows what Slack has
  number          bigint not null default 1,    -- of the last publishing that began: one that ends after it must not speak for it
  seen_at         timestamptz not null,         -- real time, when its person last opened it or did something on it
  shown_at        timestamptz not null,         -- real time, when the last publishing began
  is_dirty        boolean not null default false,
  lease_until     timestamptz,                  -- real time; past it, who publishes it is taken for dead
  primary key (organization_id, slack_team_id, slack_user_id)
);
create index homes_clean on homes (organization_id, account_id) where not is_dirty;
create index homes_due on homes (organization_id, slack_team_id, seen_at) where is_dirty or lease_until is not null;

-- Pictures that were brought to a workspace, each once. A row is written when Slack has the file ready to be shown.
create table slack_files (
  organization_id bigint not null references organizations (id),
  slack_team_id   text not null,
  picture         text not null,                -- 'media:12', 'schedule:7:<content>', 'stats:7:<content>', 'url:<sha256>'
  file_id         text not null,
  uploaded_at     timestamptz not null,
  primary key (organization_id, slack_team_id, picture)
);
create index slack_files_uploaded on slack_files (uploaded_at);

-- What failed stands on every Home of its account, however many drafts there are.
create index posts_failed on posts (organization_id, account_id, id desc) where failure is not null;
