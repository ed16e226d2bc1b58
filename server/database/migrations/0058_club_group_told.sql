-- A group's own texts and cover have changed: rendered pages with them are forgotten at once.
create trigger club_group_told after update of name, cover_url, intro, rules on club_group
  for each statement execute function tell_club();
