-- The operator who calls a lead. All leads of a number in an activity have the same one.
create table lead_assignment (
  lead_id text primary key references lead (lead_id) on delete cascade,
  operator_id text not null,
  assigned_by text not null,
  assigned_time timestamptz not null
);
create index lead_assignment_operator on lead_assignment (operator_id);

-- Notes and reveals by operators have no link.
alter table lead_note alter column link_id drop not null;
alter table lead_note add column operator_id text;
create unique index lead_note_operator on lead_note (operator_id, idempotency_key);
alter table lead_reveal alter column link_id drop not null;
alter table lead_reveal add column operator_id text;

-- Days that are working days although they are a Saturday or Sunday, or none although they are not.
create table working_day (
  day date primary key,
  is_working boolean not null
);
-- Public holidays and their make-up working days, as the State Council announced them for 2026.
insert into working_day (day, is_working) values
  ('2026-01-01', false), ('2026-01-02', false), ('2026-01-04', true),
  ('2026-02-14', true), ('2026-02-16', false), ('2026-02-17', false), ('2026-02-18', false), ('2026-02-19', false),
  ('2026-02-20', false), ('2026-02-23', false), ('2026-02-28', true),
  ('2026-04-06', false), ('2026-05-01', false), ('2026-05-04', false), ('2026-05-05', false), ('2026-05-09', true),
  ('2026-06-19', false), ('2026-09-20', true), ('2026-09-25', false),
  ('2026-10-01', false), ('2026-10-02', false), ('2026-10-05', false), ('2026-10-06', false), ('2026-10-07', false),
  ('2026-10-10', true);
