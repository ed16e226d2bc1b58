-- Contests of activities: people vote for entries of people, or for choices of the organiser.
create table contest (
  activity_id text primary key references activity (activity_id) on delete cascade,
  kind text not null check (kind in ('entries', 'choices')),
  -- Votes of a person in each period, one for each entry
  votes int not null check (votes > 0),
  period text not null check (period in ('day', 'once')),
  entries_per_person int not null check (entries_per_person >= 0),
  is_approved_first boolean not null,
  -- Keys of the sign-up form's questions: the pictures, and the sentence that is published with them
  picture_question text,
  caption_question text
);

create table contest_entry (
  entry_id text primary key,
  activity_id text not null references contest (activity_id) on delete cascade,
  -- null: a choice of the organiser
  user_id text references app_user (user_id),
  -- An entry is shown only while this sign-up exists, so that it appears and disappears in its transaction.
  signup_id text,
  -- Id of an uploaded picture, or an address below the origin
  picture text not null,
  title text not null default '',
  caption text not null,
  -- 0 in review, 1 shown, 2 hidden
  status int not null default 1 check (status in (0, 1, 2)),
  -- Order of choices
  place int not null default 0,
  votes int not null default 0 check (votes >= 0),
  created_time timestamptz not null,
  check ((user_id is null) = (signup_id is null))
);
create index contest_entry_newest on contest_entry (activity_id, place, entry_id desc) where status = 1;
create index contest_entry_votes on contest_entry (activity_id, votes desc, entry_id desc) where status = 1;
create index contest_entry_user on contest_entry (user_id, activity_id);
create unique index contest_entry_picture on contest_entry (signup_id, picture);
create index contest_entry_upload on contest_entry (picture) where user_id is not null;

create table contest_vote (
  activity_id text not null references contest (activity_id) on delete cascade,
  user_id text not null references app_user (user_id),
  -- A Shanghai date, or 'once'
  period text not null,
  entry_id text not null references contest_entry (entry_id) on delete cascade,
  created_time timestamptz not null,
  primary key (activity_id, user_id, period, entry_id)
);
create index contest_vote_entry on contest_vote (entry_id);
create index contest_vote_user on contest_vote (user_id);

create table contest_report (
  entry_id text not null references contest_entry (entry_id) on delete cascade,
  user_id text not null references app_user (user_id),
  reason text not null,
  created_time timestamptz not null,
  -- An operator has decided: it no longer counts
  settled_time timestamptz,
  primary key (entry_id, user_id)
);
create index contest_report_user on contest_report (user_id);

-- Pictures that answer questions of a sign-up form. The answers are encrypted, so these rows name the pictures in use.
create table signup_picture (
  signup_id text not null,
  picture_id text not null,
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  created_time timestamptz not null,
  primary key (signup_id, picture_id)
);
create index signup_picture_picture on signup_picture (picture_id);
create index signup_picture_user on signup_picture (user_id);
