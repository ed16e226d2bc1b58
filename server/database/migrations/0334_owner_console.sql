-- Last answer of the maker's system, and the operator who decided by hand.
alter table owner_application add column answer text check (answer in ('review', 'accepted', 'declined', 'failed'));
-- Of a failed one: timeout, status, format or network
alter table owner_application add column answer_cause text;
alter table owner_application add column answered_time timestamptz;
alter table owner_application add column decided_by text;
create index owner_application_waiting on owner_application (created_time) where status = 1;
