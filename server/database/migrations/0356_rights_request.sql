-- Requests of people about their data that operators take in. Once one is closed or the person is erased, the row names
-- nobody: it stays as the proof of when which kind of request was handled, by whom, and what was told.
create table rights_request (
  request_id text primary key,
  kind text not null check (kind in ('export', 'erase')),
  channel text not null check (channel in ('phone', 'mail', 'letter', 'visit', 'authority')),
  received_time timestamptz not null,
  -- End of the fifteenth working day after it was received.
  due_time timestamptz not null,
  taken_by text not null,
  taken_time timestamptz not null,
  -- Typed by the operator, encrypted; null: nothing, or closed.
  request_words text,
  -- null: not identified, closed, or erased.
  user_id text references app_user (user_id),
  identified_by text,
  identified_how text check (identified_how in ('mobile', 'order')),
  identified_time timestamptz,
  -- The copy, encrypted, until it is fetched once; a day at most.
  export_text text,
  exported_by text,
  exported_time timestamptz,
  fetched_by text,
  fetched_time timestamptz,
  erasure_asked_by text,
  erasure_asked_time timestamptz,
  -- The second person, whose erasure is under way until the time.
  erasing_by text,
  erasing_until timestamptz,
  erased_time timestamptz,
  closed_by text,
  closed_time timestamptz,
  outcome text check (outcome in ('done', 'unidentified', 'refused', 'withdrawn')),
  told text check (told in ('phone', 'mail', 'letter', 'visit')),
  revision integer not null default 1
);
create index rights_request_due on rights_request (due_time, request_id) where closed_time is null;
create index rights_request_user on rights_request (user_id) where user_id is not null;
