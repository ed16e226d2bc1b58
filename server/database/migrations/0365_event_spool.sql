-- Behaviour events that a process has accepted and not stored yet, if its machine shares no folder with the others: another
-- process stores those of one whose lease is over (server/tracking/copies). Encrypted; a row is deleted, for the most part
-- within seconds, when the events of its file are stored.
create table event_spool (
  -- Name of the spool file.
  file_id text not null,
  -- First byte of the frames in the file.
  position bigint not null,
  -- process_number.holder of the process that stores them.
  holder uuid not null,
  -- Number of times that another process took them over.
  adoptions integer not null,
  frames bytea not null,
  primary key (file_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Encrypted bytes cannot be compressed.
alter table event_spool alter column frames set storage external;
create index event_spool_holder on event_spool (holder);
