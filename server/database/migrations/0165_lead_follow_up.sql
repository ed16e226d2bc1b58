-- The next call that the dealer's staff agreed, and when they entered it; it holds until a later call result.
alter table lead add column next_call_time timestamptz;
alter table lead add column planned_time timestamptz;
-- The agreed test drive, beside the call result "reached".
alter table lead add column test_drive_time timestamptz;

-- Notes of the dealer's staff, which are added and never changed. Deleted with the lead.
create table lead_note (
  note_id text primary key,
  lead_id text not null references lead (lead_id) on delete cascade,
  link_id text not null references lead_link (link_id),
  -- Chosen by the page, so that a retry after a lost response adds no second note.
  idempotency_key text not null,
  -- Encrypted, as the name that the staff member entered.
  note_text text not null,
  written_by text not null,
  written_time timestamptz not null,
  unique (link_id, idempotency_key)
);
create index lead_note_lead on lead_note (lead_id, note_id);
