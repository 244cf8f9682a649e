-- What may be published, and what was counted for it.

-- What an account may still publish.
create table entitlements (
  organization_id   bigint not null,
  account_id        bigint not null,
  access            text not null default 'none' check (access in ('none', 'subscribed', 'granted')),
  winback           boolean not null default false,
  monthly_allowance int not null default 0 check (monthly_allowance >= 0),
  allowance_left    int not null default 0 check (allowance_left >= 0),
  credits_left      int not null default 0 check (credits_left >= 0),
  trial_offered     boolean not null default false,
  trial_left        int not null default 0 check (trial_left >= 0),
  period            date not null, -- first day of the running period
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);

-- What an organization has used of its plan in a period.
create table organization_periods (
  organization_id bigint not null references organizations (id),
  period          date not null,
  used            int not null default 0, -- below 0 when a failed pin of an earlier period was given back
  primary key (organization_id, period)
);

-- Append-only: a balance always equals the sum of its rows.
create table credit_ledger (
  organization_id bigint not null,
  id              bigint generated always as identity,
  account_id      bigint not null,
  charge_key      text not null,
  kind            text not null check (kind in ('charge', 'refund', 'grant', 'expire')),
  unit            text not null check (unit in ('allowance', 'credit', 'trial', 'plan_post', 'free')),
  amount          int not null, -- what it adds to the balance; a charge is negative
  balance_after   int not null check (balance_after >= 0),
  period          date not null,
  created_at      timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, charge_key, kind),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
-- the last entries of one account
create index credit_ledger_of_account on credit_ledger (organization_id, account_id, id);
