-- A sign-up is somebody's, and for some activity. PostgreSQL's own foreign keys look for both of each row; of a crowd's
-- batch that was a sixth of what the database had to do (docs/decisions/0003-group-commit.md). Here all rows of a
-- statement are looked for at once. Locks and errors are a foreign key's: whoever is being joined to somebody else is
-- waited for, and neither a user nor an activity goes while sign-ups name it.
-- Read through, a table would take longer the more there are of it, and the plan of its first days would stay.
create function sign_ups_belong() returns trigger language plpgsql set enable_seqscan to off as $$
begin
  if (select count(distinct user_id) from made)
    > (select count(*) from (select from app_user where user_id = any(array(select user_id from made)) for key share) held)
  then
    raise exception 'a sign-up of nobody' using errcode = 'foreign_key_violation', table = 'signup', column = 'user_id';
  end if;
  if (select count(distinct activity_id) from made)
    > (select count(*) from (select from activity where activity_id = any(array(select activity_id from made)) for key share) held)
  then
    raise exception 'a sign-up for nothing' using errcode = 'foreign_key_violation', table = 'signup', column = 'activity_id';
  end if;
  return null;
end;
$$;
create trigger signup_belongs after insert on signup
  referencing new table as made for each statement execute function sign_ups_belong();

-- Somebody's who is joined to another user, or of an erased one (the user whom all of those have).
create function moved_sign_up_belongs() returns trigger language plpgsql as $$
begin
  perform from app_user where user_id = new.user_id for key share;
  if not found then
    raise exception 'a sign-up of nobody' using errcode = 'foreign_key_violation', table = 'signup', column = 'user_id';
  end if;
  perform from activity where activity_id = new.activity_id for key share;
  if not found then
    raise exception 'a sign-up for nothing' using errcode = 'foreign_key_violation', table = 'signup', column = 'activity_id';
  end if;
  return null;
end;
$$;
create trigger signup_moved_belongs after update of user_id, activity_id on signup for each row
  when (old.user_id <> new.user_id or old.activity_id <> new.activity_id) execute function moved_sign_up_belongs();

create function user_has_no_sign_ups() returns trigger language plpgsql as $$
begin
  if exists (select from signup where user_id = old.user_id) then
    raise exception 'a user with sign-ups stays' using errcode = 'foreign_key_violation', table = 'signup', column = 'user_id';
  end if;
  return null;
end;
$$;
create trigger app_user_has_no_sign_ups after delete on app_user
  for each row execute function user_has_no_sign_ups();

create function activity_has_no_sign_ups() returns trigger language plpgsql as $$
begin
  if exists (select from signup where activity_id = old.activity_id) then
    raise exception 'an activity with sign-ups stays' using errcode = 'foreign_key_violation', table = 'signup', column = 'activity_id';
  end if;
  return null;
end;
$$;
create trigger activity_has_no_sign_ups after delete on activity
  for each row execute function activity_has_no_sign_ups();

alter table signup drop constraint signup_activity_id_fkey, drop constraint signup_user_id_fkey;
