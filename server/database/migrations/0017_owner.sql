-- Applications to be a verified owner of a car.
create table owner_application (
  application_id text primary key,
  user_id text not null references app_user (user_id),
  mobile text not null,
  vin text not null,
  series_code text not null references series (series_code),
  -- null: deleted some days after the decision
  picture_id text references picture_upload (picture_id),
  consent_version text not null,
  -- 1 under review, 2 accepted, 3 declined
  status int not null,
  reason text,
  created_time timestamptz not null,
  decided_time timestamptz,
  -- When the reviewer is asked next, or what an acceptance means is carried out; null: nothing is left to do
  due_time timestamptz,
  asked_time timestamptz,
  tries int not null default 0
);
-- One at a time, and a car is one person's.
create unique index owner_application_under_review on owner_application (user_id) where status = 1;
create unique index owner_application_car on owner_application (vin) where status = 2;
create index owner_application_user on owner_application (user_id, created_time);
create index owner_application_due on owner_application (due_time) where due_time is not null;
