-- Last reminder of the first call that is due, and the operator who sent it.
alter table lead
  add column reminded_time timestamptz,
  add column reminded_by text;
