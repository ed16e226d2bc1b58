-- Sessions that begin in a range of time, for the rate of arrivals.
create index activity_session_start on activity_session (start_time);
