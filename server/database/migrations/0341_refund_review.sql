-- Second person's answer to a refund that waits: returned to whoever asked for it; a declined one is closed with the
-- problem "declined". The words are a note of the order.
alter table refund
  add column is_returned boolean not null default false,
  add column reviewed_by text,
  add column reviewed_time timestamptz,
  add column review_note_id text;
