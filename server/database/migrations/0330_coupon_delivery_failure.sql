-- First failure of a delivery, and the cause of the last one; null: it has not failed.
alter table coupon_delivery add column failed_time timestamptz;
alter table coupon_delivery add column failed_cause text check (failed_cause in ('status', 'timeout', 'unreachable'));
alter table coupon_delivery add column failed_status int;
create index coupon_delivery_failed on coupon_delivery (failed_time, coupon_id) where failed_time is not null;
