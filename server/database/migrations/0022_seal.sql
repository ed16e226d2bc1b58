create table sealed_code (
  -- SHA-256 of the code, which is kept nowhere.
  code_hash text primary key,
  activity_id text not null references activity (activity_id),
  -- The name that the application is made under.
  guest text not null,
  series_code text,
  dealer_id text,
  session_id text,
  created_time timestamptz not null,
  expires_time timestamptz not null,
  user_id text references app_user (user_id),
  used_time timestamptz
);
create index sealed_code_user on sealed_code (user_id) where user_id is not null;

-- What the maker's workshops tell: a car is known by its owner's mobile.
create table maintenance (
  mobile text not null,
  organisation_id text not null references organisation (organisation_id),
  served_time timestamptz not null,
  primary key (mobile, served_time)
);
