create table lead (
  activity_id text not null references activity (activity_id),
  -- null: withdrawn
  mobile text,
  lead_id text primary key,
  user_id text not null references app_user (user_id),
  name text,
  province_code text not null,
  city_code text not null,
  dealer_id text references organisation (organisation_id),
  series_code text,
  answers jsonb not null,
  consent_version text not null,
  consent_time timestamptz not null,
  -- What the address carried at the first and at the last time, with its moment.
  first_touch jsonb not null,
  last_touch jsonb not null,
  idempotency_key text,
  body_hash text not null,
  created_time timestamptz not null,
  updated_time timestamptz not null,
  withdrawn_time timestamptz,
  unique (activity_id, mobile)
);
create index lead_user on lead (user_id, activity_id);
