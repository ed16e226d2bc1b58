-- When a process last went through all rows to seal them by this key: the others need not (server/database/reseal.ts).
alter table data_key add column looked_time timestamptz;
