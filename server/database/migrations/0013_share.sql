create table share_link (
  -- Signed; stands in shared addresses as `from`.
  reference text primary key,
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  -- The one that the person shares by; another is left over from a user who turned out to be the same person.
  is_current boolean not null default true,
  created_time timestamptz not null
);
create unique index share_link_own on share_link (activity_id, user_id) where is_current;
create index share_link_user on share_link (user_id, created_time);

create table share_help (
  activity_id text not null references activity (activity_id),
  sharer_id text not null references app_user (user_id),
  friend_id text not null references app_user (user_id),
  op text not null check (op in ('open', 'claim')),
  created_time timestamptz not null,
  primary key (activity_id, sharer_id, friend_id, op),
  check (sharer_id <> friend_id)
);
-- A person helps one sharer an activity.
create unique index share_help_claim on share_help (activity_id, friend_id) where op = 'claim';
create index share_help_friend on share_help (friend_id);

-- Who came by a shared link is read from what sign-ups and leads carry.
create index signup_from on signup (activity_id, (channel ->> 'from')) where channel ->> 'from' is not null;
create index lead_from on lead (activity_id, (first_touch ->> 'from')) where first_touch ->> 'from' is not null;
