-- Topics of the changes that became visible since a snapshot, for the poll of each process. The table is small and has
-- rows of the last minutes only, so a planner with its statistics reads all of it each time; the index gives the few
-- new rows. `stable`: the function sees what the statement that calls it sees.
create function content_changes_since(since pg_snapshot) returns text[] language plpgsql stable
  set enable_seqscan = off
as $$
begin
  return array(
    select topic from content_change
    where transaction_id >= pg_snapshot_xmax(since)
      and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    union
    select topic from content_change
    where transaction_id = any (array(select pg_snapshot_xip(since))));
end;
$$;
