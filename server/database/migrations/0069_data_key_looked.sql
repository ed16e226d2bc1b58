-- When a process last went through all rows to seal them by this key: the others need not (server/database/encryption/re-encrypt.ts).
alter table data_key add column looked_time timestamptz;
