-- The local workspace installs the app as Slack does: a code after its page, tokens for the code, new tokens for a refresh token.

create table slk_codes (
  code         text primary key,
  user_id      text not null references slk_users (id),
  redirect_uri text not null,
  scopes       text not null,         -- separated by commas
  expires_at   timestamptz not null,
  used_at      timestamptz            -- it works once
);

create table slk_tokens (
  token         text primary key,
  refresh_token text not null unique,
  user_id       text not null,        -- who installed the app
  scopes        text not null,
  expires_at    timestamptz not null,
  refreshed_at  timestamptz           -- the refresh token works once
);
