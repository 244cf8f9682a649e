-- Why a request is on hold, who edited its pin last, and what its approver changed in the same act.
alter table approvals
  add column held_reason text,  -- null: none was given
  add column edited_by   text,  -- since the request, 'T1:U1'; null: nobody, or what was edited is as requested again
  add column edits       jsonb; -- the changed fields, then and now; null: approved as it was, or not approved
