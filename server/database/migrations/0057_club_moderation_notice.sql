-- An author is told what becomes of what they wrote: hidden or shown again, by whom and why.
alter table club_notification drop constraint club_notification_kind_check;
alter table club_notification add constraint club_notification_kind_check
  check (kind in ('like', 'mention', 'comment', 'follow', 'join', 'moderation'));
alter table club_notification add column moderated_by text check (moderated_by in ('leaders', 'complaints', 'operators'));
-- What most of those have said who complained
alter table club_notification add column reason text;
-- As those who lead the group have written
alter table club_notification add column explanation text not null default '';
