-- Drafts that ask already.
update publish_attempts u
   set reported_unknown_at = (p.failure ->> 'failedAt')::timestamptz
  from posts p
 where p.failure is not null
   and p.failure ->> 'reason' = 'outcome_unknown'
   and p.status = 'draft'
   and u.organization_id = p.organization_id
   and u.post_id = p.id
   and u.state in ('unknown', 'absent', 'ambiguous')
   and u.sending_at is not null
   and u.payload is not null
   and u.ruled_out_at is null;
