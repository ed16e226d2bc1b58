-- Members whom the maker's systems named, also before their first login; level and end as they were reported.
create table vip_member (
  mobile_key text primary key,
  level text,
  -- null: without an end
  until_time timestamptz
);
alter table app_user add column vip_level text, add column vip_until timestamptz;

-- As in 0090, and with what a user is shown and allowed as a member.
create or replace function tell_changed_users() returns trigger language plpgsql as $$
begin
  perform tell_these_sessions(array(
    select s.token_hash from former join latter using (user_id) join user_session s using (user_id)
    where (former.idp_id, former.open_id, former.mobile_key, former.owner, former.series_codes, former.locked_time,
        former.vip, former.vip_level, former.vip_until)
      is distinct from (latter.idp_id, latter.open_id, latter.mobile_key, latter.owner, latter.series_codes,
        latter.locked_time, latter.vip, latter.vip_level, latter.vip_until)
    limit 21));
  return null;
end;
$$;
