-- The line of organizations with something due of a kind of background work: src/core/lib/rows/turns.ts. Only claims write it.
create table work_turns (
  organization_id bigint      not null references organizations (id),
  kind            text        not null,
  waits_since     timestamptz not null, -- since it was served last, or since its work is due
  turns           integer     not null default 0, -- at one instant, who had fewer is first
  primary key (organization_id, kind)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index work_turns_line on work_turns (kind, waits_since, turns, organization_id);
