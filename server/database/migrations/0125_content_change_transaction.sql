-- Processes read the changes whose transaction became visible since their last snapshot. Times cannot tell that: a
-- commit can come long after its statement, for example while a synchronous standby does not answer.
alter table content_change add column transaction_id xid8 not null default pg_current_xact_id();
create index content_change_transaction on content_change (transaction_id);
