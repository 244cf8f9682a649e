-- An account belongs to one organization. The planner takes the two for independent and expects one row of any account, so that every index that
-- begins with them looks alike, and the whole of a large account is read for a few rows of it. Autoanalyze keeps what is analyzed here.
create statistics if not exists posts_of_one_account (ndistinct, dependencies) on organization_id, account_id from posts;
create statistics if not exists pin_days_of_one_account (ndistinct, dependencies) on organization_id, account_id from pin_days;
create statistics if not exists audit_of_one_account (ndistinct, dependencies) on organization_id, account_id from audit;
-- A table that is known to be empty would be read from end to end by plans that are kept while it fills.
do $$
begin
  if exists (select from posts) then analyze posts (organization_id, account_id); end if;
  if exists (select from pin_days) then analyze pin_days (organization_id, account_id); end if;
  if exists (select from audit) then analyze audit (organization_id, account_id); end if;
end $$;
