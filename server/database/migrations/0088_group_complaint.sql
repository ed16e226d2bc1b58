-- A group's own name, cover, line and rules can be complained of; operators let them be or take them away.
alter table club_report drop constraint club_report_kind_check;
alter table club_report add constraint club_report_kind_check check (kind in ('article', 'comment', 'member', 'group'));
alter table club_report drop constraint club_report_decision_check;
alter table club_report add constraint club_report_decision_check
  check (decision in ('hide', 'bar', 'reject', 'unbar', 'clear'));
-- When its leader last changed line, rules or cover: whoever complained before may complain of that once more.
alter table club_group add column edited_time timestamptz;
