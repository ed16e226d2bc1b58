-- The name decided_by belongs to encrypted names; this one is the id of an operator.
alter table owner_application rename column decided_by to reviewed_by;
