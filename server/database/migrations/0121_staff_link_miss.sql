-- Attempts by staff links that found nothing. The level falls with time, so that guessing slows down and a link that is
-- used as intended never waits.
create table staff_link_miss (
  link_id text primary key,
  level double precision not null,
  counted_time timestamptz not null
);
