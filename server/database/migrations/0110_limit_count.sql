-- Exact counts of rare and expensive actions by person, page or link (server/database/shared-tables/limit-count.ts).
create table limit_count (
  subject text primary key,
  count int not null,
  until_time timestamptz not null
);
create index limit_count_until on limit_count (until_time);
