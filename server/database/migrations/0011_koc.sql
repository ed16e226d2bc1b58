create table koc_program (
  activity_id text primary key references activity (activity_id),
  slogan text not null,
  places int not null check (places >= 0),
  -- Held by those in review or accepted.
  taken int not null default 0 check (taken >= 0),
  goal int not null check (goal > 0),
  from_time timestamptz not null,
  to_time timestamptz not null
);

create table koc (
  activity_id text not null references koc_program (activity_id),
  user_id text not null references app_user (user_id),
  -- 1 in review, 2 accepted, 3 declined
  status int not null check (status between 1 and 3),
  reason text,
  applied_time timestamptz not null,
  reviewed_time timestamptz,
  primary key (activity_id, user_id)
);
create index koc_user on koc (user_id, applied_time);
create index koc_review on koc (applied_time) where status = 1;
