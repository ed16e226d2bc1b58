-- Bulk acts of operators, which any process goes on with.
create table job (
  job_id text primary key,
  kind text not null,
  operator_id text not null,
  -- Scopes of the operator's grants when the job was started (contract/console/scope.ts).
  scopes jsonb not null,
  -- Ids and fixed words.
  arguments jsonb not null,
  -- Name of the operator and typed texts, encrypted; null once it has ended.
  job_words text,
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  row_count int not null,
  created_time timestamptz not null,
  finished_time timestamptz,
  -- Until when a process works on it; the next one takes it over afterwards.
  lease_time timestamptz not null
);
create index job_due on job (lease_time) where state in ('running', 'undoing');
create index job_operator on job (operator_id, created_time);

-- Rows of a job by the id of what they change, which leads to nobody once the person is erased.
create table job_row (
  job_id text not null references job on delete cascade,
  row_no int not null,
  subject_id text not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'refused', 'undone', 'kept')),
  -- Why it was not changed, or not put back, in the product's words.
  fault text,
  -- Ids, times and fixed words: what the row needs beside the job's arguments, and what undoing needs.
  arguments jsonb,
  undo jsonb,
  primary key (job_id, row_no)
);
create index job_row_pending on job_row (job_id, row_no) where state = 'pending';
