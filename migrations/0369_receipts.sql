-- Keys that sign receipts of published pins, made by the service itself. Public ones stay, so that old receipts can be checked.
create table receipt_keys (
  kid         text primary key,     -- its thumbprint (RFC 7638)
  public_key  text not null,        -- `x` of its JWK (Ed25519)
  private_key bytea,                -- sealed; null: it signs nothing any more
  created_at  timestamptz not null,
  retired_at  timestamptz,
  check ((private_key is null) = (retired_at is not null))
);
-- one of them signs
create unique index receipt_keys_current on receipt_keys ((true)) where retired_at is null;

-- The receipt of a published pin, as it was first issued with what Pinterest showed.
create table receipts (
  organization_id bigint not null,
  post_id         bigint not null,
  account_id      bigint not null,
  signed          text not null,    -- a compact JWS; its payload is the receipt
  issued_at       timestamptz not null,
  primary key (organization_id, post_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create index receipts_issued on receipts (issued_at);
