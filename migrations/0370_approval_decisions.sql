-- Every decision on a request: of a step, of a client, also one that does not settle it. One that was undone stays, with the time.
create table approval_decisions (
  organization_id bigint not null references organizations (id),
  id              bigint generated always as identity,
  account_id      bigint not null,
  approval_id     bigint not null,
  step            int check (step between 1 and 5),  -- null: it decides no step, such as the word of a client whom no step asks
  decision        text not null check (decision in ('approve', 'request_changes', 'reject', 'skip')),
  decided_by      text not null,                     -- 'T1:U1'; 'link:7' for whoever has a review link
  decided_for     text,                              -- 'T1:U1': the person who is away, for whom a deputy decided
  name            text,                              -- what a person outside calls themselves
  post_version    int not null,
  fingerprint     text,                              -- of what the step looks at: an edit of it ends the decision
  reason          text,
  decided_at      timestamptz not null,
  undone_at       timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, approval_id) references approvals (organization_id, id) on delete cascade
);
create index approval_decisions_of_request on approval_decisions (organization_id, approval_id, id);
