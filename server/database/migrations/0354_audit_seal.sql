-- Request in which an entry was written, as in the server's log; null: a command, a job, or an entry of before.
alter table audit_entry add column request_id text;
create index audit_entry_action on audit_entry (action, at_time);

-- One row for each closed day of the audit log. `seal` is a hash of the seal of the day before and of the day's entries
-- in their order (contract/console/watch/audit-seal.ts), so that a changed entry shows.
create table audit_day_seal (
  day date primary key,
  line_count integer not null,
  seal text not null,
  sealed_time timestamptz not null
);
-- Entries of a seal in their order. An entry that was committed after its day was closed is in the next day's seal.
create table audit_line_seal (
  day date not null references audit_day_seal,
  line_no integer not null,
  audit_id text not null unique,
  line_hash text not null,
  primary key (day, line_no)
);
create trigger audit_day_seal_kept before update or delete on audit_day_seal
  for each row execute function audit_is_kept();
create trigger audit_line_seal_kept before update or delete on audit_line_seal
  for each row execute function audit_is_kept();
