-- People as the car club shows them. Their ids are public and stay, whatever account they log in by.
create table club_member (
  member_id text primary key,
  -- null: has left, or never had an account here
  user_id text unique references app_user (user_id) on delete set null,
  display_name text not null,
  avatar text,
  owner boolean not null default false,
  -- Of the verified cars
  series_codes text[] not null default '{}',
  -- Who turned out to be this person: texts that name this one name that one from now on
  merged_into text references club_member (member_id),
  articles int not null default 0 check (articles >= 0),
  followers int not null default 0 check (followers >= 0),
  created_time timestamptz not null,
  -- Has left: shown without name and picture
  deleted_time timestamptz,
  -- The name that the search keys were made of
  keyed_name text
);
create index club_member_unkeyed on club_member (member_id) where keyed_name is distinct from display_name;

-- A person's name, picture and cars are the account's: the club has them at the same moment.
create function club_member_of_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update club_member set deleted_time = now() where user_id = old.user_id;
    return old;
  end if;
  update club_member set display_name = new.nickname, avatar = new.avatar, owner = new.owner,
    series_codes = new.series_codes where user_id = new.user_id;
  return null;
end $$;
create trigger club_member_follows_user after update on app_user for each row
  when (row (old.nickname, old.avatar, old.owner, old.series_codes)
    is distinct from row (new.nickname, new.avatar, new.owner, new.series_codes))
  execute function club_member_of_user();
create trigger club_member_leaves before delete on app_user for each row execute function club_member_of_user();

-- What members are found by: their name from each of its characters on, its pinyin, first letters of that.
create table club_member_key (
  key text collate "C" not null,
  member_id text not null references club_member (member_id),
  primary key (key, member_id)
);
create index club_member_key_member on club_member_key (member_id);

create table club_group (
  group_id text primary key,
  name text not null,
  cover_url text not null,
  intro text not null,
  rules text not null,
  -- null: of the whole country
  province_code text,
  city_code text,
  city_name text,
  -- Whose owners it is for; empty: every owner's
  series_codes text[] not null default '{}',
  places int not null,
  join_mode text not null check (join_mode in ('open', 'approval')),
  members int not null default 0 check (members >= 0),
  articles int not null default 0 check (articles >= 0),
  followers int not null default 0 check (followers >= 0),
  created_time timestamptz not null
);
create index club_group_largest on club_group (members, group_id);
create index club_group_city on club_group (city_code);

create table club_membership (
  group_id text not null references club_group (group_id),
  member_id text not null references club_member (member_id),
  -- 1 waits for approval, 2 is in, 3 is blocked
  status int not null check (status in (1, 2, 3)),
  -- 0 member, 1 helps to lead, 2 leads
  role int not null default 0,
  -- Why they want in, or why they are blocked
  reason text not null default '',
  since timestamptz not null,
  primary key (group_id, member_id)
);
create index club_membership_member on club_membership (member_id, since);
create index club_membership_group on club_membership (group_id, status, role, member_id);

create table club_group_follow (
  group_id text not null references club_group (group_id),
  member_id text not null references club_member (member_id),
  created_time timestamptz not null,
  primary key (member_id, group_id)
);
create index club_group_follow_group on club_group_follow (group_id);
create table club_member_follow (
  followed_id text not null references club_member (member_id),
  member_id text not null references club_member (member_id),
  created_time timestamptz not null,
  primary key (member_id, followed_id),
  check (member_id <> followed_id)
);
create index club_member_follow_followed on club_member_follow (followed_id);
-- Neither sees the other.
create table club_member_block (
  member_id text not null references club_member (member_id),
  blocked_id text not null references club_member (member_id),
  created_time timestamptz not null,
  primary key (member_id, blocked_id)
);
create index club_member_block_blocked on club_member_block (blocked_id);

create table club_article (
  article_id text primary key,
  group_id text not null references club_group (group_id),
  member_id text not null references club_member (member_id),
  title text not null,
  -- Sanitised
  content text not null,
  -- Who is named in it, as they were called then: [{"id", "displayName"}]
  mentions jsonb not null default '[]',
  -- Ids of uploaded pictures, or addresses below the origin
  images text[] not null default '{}',
  activity_id text references activity (activity_id),
  place text,
  series_code text references series (series_code),
  likes int not null default 0 check (likes >= 0),
  comments int not null default 0 check (comments >= 0),
  -- Moves with every change of likes and comments
  version int not null default 0,
  is_featured boolean not null default false,
  -- 1 shown, 2 hidden by those who lead the group or by complaints, 3 deleted
  status int not null default 1 check (status in (1, 2, 3)),
  idempotency_key text,
  body_hash text,
  created_time timestamptz not null
);
-- Ids are in the order of time: they are where a feed goes on.
create index club_article_newest on club_article (article_id) where status = 1;
create index club_article_group on club_article (group_id, article_id) where status = 1;
create index club_article_featured on club_article (group_id, article_id) where status = 1 and is_featured;
create index club_article_chosen on club_article (article_id) where status = 1 and is_featured;
create index club_article_member on club_article (member_id, article_id) where status = 1;
create index club_article_activity on club_article (activity_id, article_id) where status = 1;
create unique index club_article_once on club_article (member_id, idempotency_key);

create table club_article_like (
  article_id text not null references club_article (article_id),
  member_id text not null references club_member (member_id),
  created_time timestamptz not null,
  primary key (article_id, member_id)
);
create index club_article_like_member on club_article_like (member_id);

create table club_comment (
  comment_id text primary key,
  article_id text not null references club_article (article_id),
  member_id text not null references club_member (member_id),
  reply_to text references club_comment (comment_id),
  content text not null,
  mentions jsonb not null default '[]',
  likes int not null default 0 check (likes >= 0),
  status int not null default 1 check (status in (1, 2, 3)),
  idempotency_key text,
  body_hash text,
  created_time timestamptz not null
);
create index club_comment_article on club_comment (article_id, comment_id) where status = 1;
create index club_comment_member on club_comment (member_id, comment_id);
create unique index club_comment_once on club_comment (member_id, idempotency_key);
create table club_comment_like (
  comment_id text not null references club_comment (comment_id),
  member_id text not null references club_member (member_id),
  created_time timestamptz not null,
  primary key (comment_id, member_id)
);
create index club_comment_like_member on club_comment_like (member_id);

-- What a member is told.
create table club_notification (
  notification_id text primary key,
  member_id text not null references club_member (member_id),
  kind text not null check (kind in ('like', 'mention', 'comment', 'follow', 'join')),
  actor_id text not null references club_member (member_id),
  article_id text references club_article (article_id),
  comment_id text references club_comment (comment_id),
  group_id text references club_group (group_id),
  -- Of join: joined, asked, accepted or declined
  outcome text,
  created_time timestamptz not null,
  read_time timestamptz
);
create index club_notification_member on club_notification (member_id, notification_id);
create index club_notification_unread on club_notification (member_id, notification_id) where read_time is null;
create index club_notification_actor on club_notification (actor_id);
create index club_notification_article on club_notification (article_id);
-- The same thing is told once, however often it is done and undone.
create unique index club_notification_once on club_notification (member_id, kind, actor_id, coalesce(article_id, ''),
  coalesce(comment_id, ''), coalesce(group_id, ''), coalesce(outcome, ''));

-- Complaints; enough of them hide what they are about.
create table club_report (
  report_id text primary key,
  member_id text not null references club_member (member_id),
  kind text not null check (kind in ('article', 'comment', 'member')),
  target_id text not null,
  reason text not null,
  detail text not null,
  created_time timestamptz not null,
  -- Somebody has looked at it and shown it again
  settled_time timestamptz,
  unique (kind, target_id, member_id)
);
create index club_report_member on club_report (member_id);

-- How often a member did something within a window of time.
create table club_pace (
  member_id text not null references club_member (member_id),
  kind text not null,
  from_time timestamptz not null,
  count int not null,
  primary key (member_id, kind, from_time)
);
create index club_pace_from on club_pace (from_time);
