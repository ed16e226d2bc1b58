-- When whoever has the session proved anew who they are, by an SMS code; null: not since they logged in.
alter table user_session add column proved_time timestamptz;
