-- Last report to WeChat of an order that a mini-program has paid; a complete one is corrected once at most.
create table wechat_shipping (
  order_id text primary key references mall_order (order_id),
  mode text not null check (mode in ('whole', 'split')),
  is_complete boolean not null,
  is_corrected boolean not null default false,
  -- SHA-256 of the parcels in the report
  parcels_hash text not null,
  accepted_time timestamptz not null
);
