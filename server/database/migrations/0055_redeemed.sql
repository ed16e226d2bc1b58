-- Who redeemed a coupon, as the dealer's staff named themselves; sealed.
alter table coupon add column used_by text;
