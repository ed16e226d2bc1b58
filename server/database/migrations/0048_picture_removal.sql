-- Files of pictures that are to be deleted, noted in the transaction that takes their row away, or before a
-- file is written that has none yet: whatever breaks off, no file stays that nothing knows of.
create table picture_removal (
  -- Chance; it names nobody.
  storage_key text primary key,
  due_time timestamptz not null,
  tries int not null default 0
);
create index picture_removal_due on picture_removal (due_time);
