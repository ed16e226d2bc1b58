-- How many may have a seat with somebody who waits, by the limit of the process that they came by; null: as many as the activity has.
alter table waitlist add column seats_most integer;
