-- For a crowd's calls processes keep sessions in memory (server/session/session-cache.ts). What would make one of
-- them untrue is told beside what is told of content (0037): 'session <the beginning of its token's hash>' each,
-- or 'sessions' where many are concerned at once.
create function tell_these_sessions(hashes text[]) returns void language sql as $$
  insert into content_change (topic)
  select 'session ' || left(hash, 16) from unnest(hashes) hash where cardinality(hashes) <= 20
  union all
  select 'sessions' where cardinality(hashes) > 20;
$$;

create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform tell_these_sessions(array(select token_hash from ended limit 21));
  return null;
end;
$$;
create trigger user_session_ended after delete on user_session
  referencing old table as ended for each statement execute function tell_ended_sessions();

-- Of one who was known by WeChat alone and turns out to be somebody.
create function tell_moved_session() returns trigger language plpgsql as $$
begin
  perform tell_these_sessions(array[new.token_hash]);
  return null;
end;
$$;
create trigger user_session_moved after update of user_id on user_session
  for each row when (old.user_id <> new.user_id) execute function tell_moved_session();

-- What a call is judged by of its user. The sealed mobile is another text after each sealing; its key is not.
create function tell_changed_users() returns trigger language plpgsql as $$
begin
  perform tell_these_sessions(array(
    select s.token_hash from former join latter using (user_id) join user_session s using (user_id)
    where (former.idp_id, former.open_id, former.mobile_key, former.owner, former.series_codes, former.locked_time)
      is distinct from (latter.idp_id, latter.open_id, latter.mobile_key, latter.owner, latter.series_codes, latter.locked_time)
    limit 21));
  return null;
end;
$$;
create trigger app_user_changed after update on app_user
  referencing old table as former new table as latter for each statement execute function tell_changed_users();
