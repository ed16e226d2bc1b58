-- Activities are edited by several doors at a time: each live change raises the revision and leaves a version.
-- published_time tells a draft from an activity that was withdrawn.
alter table activity
  add column revision int not null default 1,
  add column changed_time timestamptz,
  add column changed_by text,
  add column changed_door text,
  add column published_time timestamptz;
update activity a set published_time = a.sign_up_start_time
where a.is_published or a.called_off_time is not null
  or exists (select from signup s where s.activity_id = a.activity_id);
create index activity_console on activity (start_time desc, activity_id desc);

-- Versions of what went live. The first change also keeps the content before it, as the version that it replaced.
create table entity_version (
  kind text not null,
  entity_id text not null,
  revision int not null,
  content jsonb not null,
  -- Changed fields, and their values before.
  fields text[] not null,
  old_values jsonb not null,
  author_kind text not null,
  author_id text,
  door text not null,
  at_time timestamptz not null,
  primary key (kind, entity_id, revision)
);

-- Changes that visitors do not see yet: each field with its value, the live value that it replaces, and its author.
create table draft (
  kind text not null,
  entity_id text not null,
  revision int not null,
  fields jsonb not null,
  -- Fields whose value differs from the live one.
  change_count int not null,
  changed_by text not null,
  changed_time timestamptz not null,
  primary key (kind, entity_id)
);

-- Publications and withdrawals at a set time, each done once by one of the processes.
create table scheduled_change (
  change_id text primary key,
  kind text not null,
  entity_id text not null,
  action text not null check (action in ('publish', 'withdraw')),
  at_time timestamptz not null,
  -- The draft's fields as they were planned.
  fields jsonb not null,
  made_by text not null,
  made_time timestamptz not null,
  state text not null check (state in ('waiting', 'done', 'refused', 'cancelled')),
  -- Faults by field of a refused one.
  faults jsonb not null default '{}',
  done_time timestamptz
);
create unique index scheduled_change_waiting on scheduled_change (kind, entity_id, action) where state = 'waiting';
create index scheduled_change_due on scheduled_change (at_time) where state = 'waiting';
create index scheduled_change_of on scheduled_change (kind, entity_id, made_time);

-- Operators who have something open for editing.
create table edit_presence (
  kind text not null,
  entity_id text not null,
  operator_id text not null,
  seen_time timestamptz not null,
  primary key (kind, entity_id, operator_id)
);

-- A preview of the console shows the draft, others what is stored.
alter table preview_link add column shows_draft boolean not null default false;
