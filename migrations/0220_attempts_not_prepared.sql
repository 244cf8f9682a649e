-- Nothing writes `prepared` any more, the version before this one neither: it says what `claimed` says, that nothing was sent.
alter table publish_attempts drop constraint publish_attempts_state_check;
alter table publish_attempts add constraint publish_attempts_state_check
  check (state in ('claimed', 'sending', 'confirmed', 'refused', 'retry', 'unknown', 'found', 'absent', 'ambiguous')) not valid;
