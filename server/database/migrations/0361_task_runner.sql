-- The process that runs the periodic tasks of the installation, until its lease ends; one row.
create table task_runner (
  role text primary key check (role = 'installation'),
  holder uuid not null,
  leased_until timestamptz not null
);
-- Last runs of these tasks, which the next runner continues from.
create table periodic_task (
  name text primary key,
  -- End of the run, by the database's clock.
  run_time timestamptz not null,
  has_failed boolean not null,
  seconds real not null
);
