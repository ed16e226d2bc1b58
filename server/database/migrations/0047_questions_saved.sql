-- Who saved the questions of an activity's form last, and when.
create table questions_saved (
  activity_id text primary key references activity,
  -- As the operator named themselves; sealed.
  saved_by text not null,
  saved_time timestamptz not null
);
