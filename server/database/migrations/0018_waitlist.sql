-- Who waits for a seat of what is full, in order of joining. A seat that is offered is counted as
-- taken (activity.taken, activity_session.taken) until it is accepted, declined or its time is over.
create table waitlist (
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  -- The sign-up's, once there is one.
  signup_id text not null unique,
  ticket_code text not null unique,
  state text not null check (state in ('waiting', 'offered', 'expired')),
  name text not null,
  mobile text not null,
  series_code text,
  dealer_id text,
  session_id text,
  answers jsonb not null,
  channel jsonb not null,
  idempotency_key text,
  body_hash text not null,
  joined_time timestamptz not null,
  offer_until timestamptz,
  primary key (activity_id, user_id)
);
create index waitlist_order on waitlist (activity_id, joined_time, signup_id) where state = 'waiting';
create index waitlist_offer on waitlist (offer_until) where state = 'offered';
create index waitlist_user on waitlist (user_id);
