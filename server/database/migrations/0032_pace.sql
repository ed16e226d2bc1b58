-- Requests of a minute by person, device, address or number (server/http/rate-limit/rate-limiter.ts). A crash may forget them.
create unlogged table pace_count (
  subject text primary key,
  count int not null,
  until_time timestamptz not null
);
create index pace_count_until on pace_count (until_time);
