-- The maker has closed it: it takes nobody in and is shown nowhere; what was written in it stays its authors'.
alter table club_group add column closed_time timestamptz;
create trigger club_group_closed_told after update of closed_time on club_group
  for each statement execute function tell_club();
