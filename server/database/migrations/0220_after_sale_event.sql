-- States that a case of after-sales has gone through, for its timeline
create table after_sale_event (
  event_id text primary key,
  after_sale_id text not null references after_sale (after_sale_id),
  at timestamptz not null,
  to_state text not null,
  by text not null check (by in ('person', 'system', 'channel', 'operator'))
);
create index after_sale_event_case on after_sale_event (after_sale_id, event_id);
