-- Files that operators asked for. Filter, columns and words of the filter may name a person: they are encrypted.
create table export_job (
  export_id text primary key,
  operator_id text not null references operator on delete cascade,
  list text not null,
  format text not null,
  is_full boolean not null,
  export_request text not null,
  state text not null check (state in ('waiting', 'ready', 'failed', 'cancelled', 'ended')),
  failure text,
  expected integer not null,
  is_expected_exact boolean not null,
  row_count integer not null default 0,
  -- Attempts; the process of an earlier one no longer changes the file.
  attempt integer not null default 0,
  lease_time timestamptz not null,
  as_of timestamptz not null,
  created_time timestamptz not null,
  finished_time timestamptz,
  expires_time timestamptz,
  fetched_time timestamptz,
  bytes integer,
  checksum text
);
create index export_job_waiting on export_job (created_time, export_id) where state = 'waiting';
create index export_job_operator on export_job (operator_id, created_time desc, export_id desc);
create index export_job_expires on export_job (expires_time) where state = 'ready';

-- Content of a file, encrypted.
create table export_part (
  export_id text not null references export_job on delete cascade,
  part_no integer not null,
  file_part text not null,
  primary key (export_id, part_no)
);

-- People in a file: it ends when one of them is erased.
create table export_person (
  export_id text not null references export_job on delete cascade,
  user_id text not null references app_user,
  primary key (export_id, user_id)
);
create index export_person_user on export_person (user_id);

-- Columns and format that an operator chose last for a list.
create table export_choice (
  operator_id text not null references operator on delete cascade,
  list text not null,
  columns jsonb not null,
  format text not null,
  primary key (operator_id, list)
);
