-- Who did what about whom, when, from which kind of host, and how it ended: ids only, never a personal text.
create table audit_entry (
  audit_id text primary key,
  at_time timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'staff', 'operator', 'system')),
  -- The user's id, or the staff link's; null: nobody in particular.
  actor_id text,
  action text not null,
  about_kind text not null,
  about_id text,
  -- A client's name (contract/host/hosts.ts), 'server', or 'command'.
  host text not null,
  outcome text not null
);
create index audit_entry_time on audit_entry (at_time);
create index audit_entry_about on audit_entry (about_id, at_time);
create index audit_entry_actor on audit_entry (actor_id, at_time) where actor_id is not null;

-- Nothing is changed, and nothing goes but what has outlived its time, in a transaction that says so.
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('marque.audit_purge', true) = 'on' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end;
$$;
create trigger audit_entry_kept before update or delete on audit_entry for each row execute function audit_is_kept();
create trigger audit_entry_not_emptied before truncate on audit_entry for each statement execute function audit_is_kept();
