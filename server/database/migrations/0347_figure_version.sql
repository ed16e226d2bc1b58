-- Version of what the console's figures of past days are counted of, so that a process may keep what it counted of them.
-- 'days': figure_day and funnel_day; 'activities': what scopes and filters read of activities and dealers. The version is
-- the set of rows, since transactions may commit in another order than that of their numbers.
create table figure_version (
  version_id bigint generated always as identity primary key,
  part text not null check (part in ('days', 'activities'))
);

create function note_figure_version() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then insert into figure_version (part) values (tg_argv[0]); end if;
  return null;
end;
$$;
create trigger figure_day_added after insert on figure_day referencing new table as changed
  for each statement execute function note_figure_version('days');
create trigger figure_day_changed after update on figure_day referencing new table as changed
  for each statement execute function note_figure_version('days');
create trigger figure_day_removed after delete on figure_day referencing old table as changed
  for each statement execute function note_figure_version('days');
create trigger funnel_day_added after insert on funnel_day referencing new table as changed
  for each statement execute function note_figure_version('days');
create trigger funnel_day_changed after update on funnel_day referencing new table as changed
  for each statement execute function note_figure_version('days');
create trigger funnel_day_removed after delete on funnel_day referencing old table as changed
  for each statement execute function note_figure_version('days');

-- By row and column, so that a seat that is taken costs nothing here.
create function note_scope_version() returns trigger language plpgsql as $$
begin
  insert into figure_version (part) values ('activities');
  return null;
end;
$$;
create trigger activity_figure_scope after update of business_type, sponsor_level1, sponsor_level2, dealer_id on activity
  for each row when ((old.business_type, old.sponsor_level1, old.sponsor_level2, old.dealer_id)
    is distinct from (new.business_type, new.sponsor_level1, new.sponsor_level2, new.dealer_id))
  execute function note_scope_version();
create trigger activity_figure_known after insert or delete on activity for each row execute function note_scope_version();
create trigger organisation_figure_scope after update of province_code on organisation
  for each row when (old.province_code is distinct from new.province_code) execute function note_scope_version();
create trigger organisation_figure_known after insert or delete on organisation for each row
  execute function note_scope_version();

-- The days of a person, without reading the rows: whether somebody who came today came before.
create index funnel_day_of_person on funnel_day (person, step, day);
drop index funnel_day_person;
