-- Who of the staff works on a report, and how it ended.

alter table issue_reports
  add column claimed_by  text,          -- 'T1:U1' of the staff's workspace
  add column claimed_at  timestamptz,
  add column resolved_by text,
  add column resolved_at timestamptz,
  add column resolution  text,          -- redacted before it comes here
  add column version     integer not null default 1,  -- grows with every change: the card is told anew for each
  add check ((claimed_by is null) = (claimed_at is null)),
  add check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null)),
  add check (case state when 'open' then claimed_by is null and resolved_at is null
                        when 'claimed' then claimed_by is not null and resolved_at is null
                        else resolved_at is not null end);
