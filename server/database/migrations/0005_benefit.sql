create table benefit (
  benefit_id text primary key,
  activity_id text not null references activity (activity_id),
  position int not null,
  name text not null,
  summary text not null,
  value text not null,
  condition text not null,
  -- null: no limit
  stock int check (stock >= 0),
  sent int not null default 0 check (sent >= 0),
  per_person int not null check (per_person > 0),
  audience text not null check (audience in ('everyone', 'owners', 'signedUp')),
  from_time timestamptz not null,
  to_time timestamptz not null,
  -- Until when a coupon holds: a moment, or days from its sending.
  valid_to timestamptz,
  valid_days int,
  check ((valid_to is null) <> (valid_days is null))
);
create index benefit_activity on benefit (activity_id, position);

create table coupon (
  benefit_id text not null references benefit (benefit_id),
  user_id text not null references app_user (user_id),
  -- The person's first, second … of this benefit.
  number int not null,
  coupon_id text not null unique,
  code text not null unique,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  used_time timestamptz,
  channel jsonb not null,
  idempotency_key text,
  created_time timestamptz not null,
  primary key (benefit_id, user_id, number)
);
create index coupon_user on coupon (user_id, created_time);

-- What an outside coupon system has still to be told; a row goes when it has taken it.
create table coupon_delivery (
  coupon_id text primary key references coupon (coupon_id),
  due_time timestamptz not null,
  tries int not null default 0
);
create index coupon_delivery_due on coupon_delivery (due_time);
