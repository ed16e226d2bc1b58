-- Dealers and series are edited by several doors at a time: each change raises the revision and leaves a version
-- (entity_version). A disabled dealer and a hidden series are offered to nobody any more; what refers to them stays.
alter table organisation
  add column revision int not null default 1,
  add column changed_time timestamptz,
  add column changed_by text,
  add column changed_door text,
  add column disabled_time timestamptz;
alter table series
  add column revision int not null default 1,
  add column changed_time timestamptz,
  add column changed_by text,
  add column changed_door text,
  add column is_hidden boolean not null default false;
create index organisation_code_text on organisation (code text_pattern_ops);
