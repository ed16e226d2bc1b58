-- Event of a coupon of which an outside system has still to be notified.
alter table coupon_delivery add column event text not null default 'issued' check (event in ('issued', 'expired'));
-- When the end of an unused coupon was queued for it.
alter table coupon add column expired_time timestamptz;
create index coupon_ends on coupon (valid_to) where used_time is null and expired_time is null;
