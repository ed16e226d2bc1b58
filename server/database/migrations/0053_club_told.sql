-- What visitors are shown of the club was taken away, or is back: rendered pages with it are forgotten at once.
-- Counters move with every like, and are no such change.
create function tell_club() returns trigger language plpgsql as $$
begin
  insert into content_change (topic) values ('club');
  return null;
end;
$$;
create trigger club_article_told after update of status on club_article
  for each statement execute function tell_club();
create trigger club_comment_told after update of status on club_comment
  for each statement execute function tell_club();
create trigger club_member_told after update of deleted_time on club_member
  for each statement execute function tell_club();

-- Who follows somebody, page after page.
create index club_member_follow_followers on club_member_follow (followed_id, member_id);
drop index club_member_follow_followed;

-- Whether somebody near is called so, however many others are.
create index club_member_key_named on club_member_key (member_id, key);
drop index club_member_key_member;
