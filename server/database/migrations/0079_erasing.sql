-- Of somebody who is erased, who came by their links (server/privacy/erase-store.ts) and whom they have helped:
-- found at once, since others wait meanwhile. As signup_from and lead_from (0013).
create index signup_cancelled_from on signup_cancelled (activity_id, (channel ->> 'from')) where channel ->> 'from' is not null;
create index waitlist_from on waitlist (activity_id, (channel ->> 'from')) where channel ->> 'from' is not null;
create index lead_last_from on lead (activity_id, (last_touch ->> 'from')) where last_touch ->> 'from' is not null;
create index coupon_from on coupon ((channel ->> 'from')) where channel ->> 'from' is not null;
create index share_help_sharer on share_help (sharer_id);
