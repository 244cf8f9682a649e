-- Most pins have no card that others see: whether one has is asked of the index alone, a quarter of the time that an insert of nothing takes.
-- Each publishing changes its pin twice.
create or replace function note_pin_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from pin_cards c where c.organization_id = old.organization_id and c.post_id = old.id) then
      perform refresh_pin_cards(old.organization_id, old.id, old.updated_at, old.updated_at);
    end if;
  elsif exists (select from pin_cards c where c.organization_id = new.organization_id and c.post_id = new.id) then
    perform refresh_pin_cards(new.organization_id, new.id, new.updated_at,
                              case when new.status = 'uploading' then new.updated_at + interval '30 seconds' else new.updated_at end);
  end if;
  return null;
end $$;
