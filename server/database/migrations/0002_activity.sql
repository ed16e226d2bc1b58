create table organisation (
  organisation_id text primary key,
  code text not null unique,
  name text not null,
  -- BC500002: trial operation
  status text not null,
  address text not null,
  phone text not null,
  province_code text not null,
  city_code text not null,
  longitude double precision not null,
  latitude double precision not null
);
create index organisation_city on organisation (city_code);

create table series (
  series_code text primary key,
  name text not null,
  image_url text not null,
  position int not null
);

create table activity (
  activity_id text primary key,
  title text not null,
  subtitle text not null,
  cover_url text not null,
  activity_type text not null check (activity_type in ('localoffline', 'online')),
  business_type int not null check (business_type between 1 and 4),
  sponsor_level1 text not null,
  sponsor_level2 text,
  sec text not null,
  process_key text not null,
  node_key text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  sign_up_start_time timestamptz not null,
  sign_up_end_time timestamptz not null,
  -- What the status follows: the sign-up's window offline, the activity's own online.
  open_time timestamptz not null,
  close_time timestamptz not null,
  province_code text not null,
  city_code text not null,
  address text not null,
  longitude double precision not null,
  latitude double precision not null,
  -- Tenths of a degree: (floor(latitude * 10) + 900) * 3600 + floor(longitude * 10) + 1800
  cell int not null,
  quota int check (quota >= 0),
  taken int not null default 0 check (taken >= 0),
  series_codes text[] not null,
  tags text[] not null,
  fee text not null,
  dealer_id text references organisation (organisation_id),
  content text not null,
  agenda jsonb not null,
  form jsonb not null,
  benefits jsonb not null,
  rules text not null,
  share jsonb not null,
  page_type text not null,
  asks jsonb not null,
  is_published boolean not null default true
);
create index activity_cell on activity (cell);
create index activity_city on activity (city_code, close_time, activity_id);
create index activity_type_close on activity (activity_type, close_time);
create index activity_start on activity (start_time, activity_id);

create table activity_dealer (
  activity_id text not null references activity (activity_id) on delete cascade,
  organisation_id text not null references organisation (organisation_id),
  primary key (activity_id, organisation_id)
);

create table activity_session (
  activity_id text not null references activity (activity_id) on delete cascade,
  session_id text not null,
  dealer_id text references organisation (organisation_id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  quota int not null check (quota >= 0),
  taken int not null default 0 check (taken >= 0),
  primary key (activity_id, session_id)
);

create table banner (
  banner_id text primary key,
  position text not null,
  place int not null,
  city_code text,
  image_url text not null,
  link text not null,
  title text not null,
  subtitle text not null,
  action text not null,
  tone text not null
);

create table signup (
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  signup_id text not null unique,
  ticket_code text not null unique,
  status text not null,
  name text not null,
  mobile text not null,
  series_code text,
  dealer_id text,
  session_id text,
  answers jsonb not null,
  channel jsonb not null,
  idempotency_key text,
  body_hash text not null,
  created_time timestamptz not null,
  primary key (activity_id, user_id)
);
create index signup_user on signup (user_id, created_time);
