-- The operator who signed a person up, and how the person agreed; null: the person did.
alter table signup add column added_by text;
alter table signup add column added_consent text;

-- The operator who gave the seat up, and the reason that the guest reads, encrypted; null: the guest did.
alter table signup_cancelled add column cancelled_by text;
alter table signup_cancelled add column cancel_reason text;

-- Steps of a sign-up that its row does not keep: a seat from the waitlist, and moves between sessions.
create table signup_event (
  event_id text primary key,
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  kind text not null check (kind in ('waited', 'seated', 'moved')),
  from_session_id text,
  to_session_id text,
  -- null: the person.
  operator_id text,
  at_time timestamptz not null
);
create index signup_event_user on signup_event (user_id, activity_id);

-- Notes of operators about a guest, which are added and never changed.
create table guest_note (
  note_id text primary key,
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  operator_id text not null,
  -- Chosen by the page, so that a retry after a lost response adds no second note.
  idempotency_key text not null,
  -- Encrypted, as the operator's name.
  guest_note_text text not null,
  written_by text not null,
  written_time timestamptz not null,
  unique (operator_id, idempotency_key)
);
create index guest_note_user on guest_note (user_id, activity_id);

-- Mobiles that operators revealed, for what, and of which row: its id leads to nobody once the person is erased.
create table person_reveal (
  reveal_id text primary key,
  operator_id text not null,
  about_kind text not null,
  about_id text not null,
  purpose text not null,
  revealed_time timestamptz not null
);
create index person_reveal_operator on person_reveal (operator_id, revealed_time);
create index person_reveal_time on person_reveal (revealed_time);
