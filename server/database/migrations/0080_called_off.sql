-- An activity that does not take place after all: when that was said, and why, as guests are told. It is withdrawn,
-- too; shown again, it has neither.
alter table activity add column called_off_time timestamptz, add column called_off_reason text;
