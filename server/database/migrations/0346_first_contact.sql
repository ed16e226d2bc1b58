-- When the first result of a call was recorded, for the figures: later results replace contacted_time. null: none stands.
alter table lead add column first_contact_time timestamptz;
update lead l set first_contact_time = coalesce((
    select min(e.at_time) from audit_entry e
    where e.about_id = l.lead_id and e.about_kind = 'lead' and e.action = 'lead.mark'), l.contacted_time)
  where l.contact_result is not null;

create function keep_first_contact() returns trigger language plpgsql as $$
begin
  new.first_contact_time := case when new.contact_result is not null
    then coalesce(case when old.contact_result is not null then old.first_contact_time end, new.contacted_time) end;
  return new;
end;
$$;
create trigger lead_first_contact before update of contact_result, contacted_time on lead
  for each row execute function keep_first_contact();
