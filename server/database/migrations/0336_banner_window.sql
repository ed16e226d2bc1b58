-- Banners are edited by several doors at a time, and shown in a window of time.
alter table banner
  add column from_time timestamptz,
  add column to_time timestamptz,
  add column revision int not null default 1,
  add column changed_time timestamptz,
  add column changed_by text,
  add column changed_door text,
  -- State that processes were last notified of: planned, live or ended.
  add column told_state text not null default 'live',
  add check (from_time < to_time);

-- Clicks of a banner, whose link has the id banner-<number>.
create index tracked_event_banner_click on tracked_event ((properties ->> '$element_id'), day)
  where event = '$WebClick' and properties ->> '$element_id' like 'banner-%';
