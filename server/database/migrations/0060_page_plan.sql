-- What a campaign's page will be composed of from a moment on; one at a time for each page.
create table page_plan (
  activity_id text primary key references activity,
  -- Another one with every planning, so that nobody replaces what they have not seen.
  revision text not null,
  -- The version that was on show when it was planned.
  based_on integer not null,
  blocks jsonb not null,
  -- As the operator named themselves, sealed.
  planned_by text not null,
  planned_time timestamptz not null,
  publish_time timestamptz not null
);
create index page_plan_due on page_plan (publish_time);
