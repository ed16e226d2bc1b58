-- What is over takes no sign-ups: of the two moments the earlier one ends them. Rows of before the catalogue refused such.
update activity set
  sign_up_end_time = least(sign_up_end_time, end_time),
  close_time = least(close_time, end_time)
where sign_up_end_time > end_time or close_time > end_time;
