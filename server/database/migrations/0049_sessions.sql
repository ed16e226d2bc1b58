-- What a person sees of their sessions, and by what they end one.
alter table user_session add column session_id uuid not null default gen_random_uuid();
create unique index user_session_id on user_session (session_id);
-- Of what was logged in with: a client's name (contract/host/hosts.ts), the system, the city by the address; null: nobody knows.
alter table user_session add column client text;
alter table user_session add column system text;
alter table user_session add column city_code text;
-- To some minutes; null: not since it was opened.
alter table user_session add column used_time timestamptz;
-- null: not locked. A locked person's sessions count no more, and they open no other.
alter table app_user add column locked_time timestamptz;
