-- The console lists leads by the time at which they were left or changed.
create index lead_updated on lead (updated_time, lead_id) where withdrawn_time is null;
