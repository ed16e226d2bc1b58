-- Last write of the session's person by the clock of the database, exact to some seconds, if reads go to a replica: until
-- shortly after it the person reads from the primary (server/session/write-mark-store.ts). A login is one.
alter table user_session add column written_time timestamptz;
alter table user_session alter column written_time set default clock_timestamp();
