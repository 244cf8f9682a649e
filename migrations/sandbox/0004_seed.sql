-- One row once the sandbox was filled: what people change or delete afterwards stays as they left it.
create table sandbox_seed (
  done_at timestamptz not null
);
