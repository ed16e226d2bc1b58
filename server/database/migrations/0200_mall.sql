-- The online mall for goods. Money is integer fen (CNY); amounts that are split sum to the whole.

create table mall_category (
  category_id text primary key,
  -- null: first level; two levels at most
  parent_id text references mall_category (category_id),
  name text not null,
  icon_url text not null,
  place int not null
);

create table freight (
  freight_id text primary key,
  name text not null,
  -- [{provinces, firstG, firstFen, nextG, nextFen, freeFromFen, isBlocked, days}], the first that matches; no provinces: all others
  rules jsonb not null
);

create table product (
  product_id text primary key,
  kind text not null check (kind in ('goods')),
  category_id text not null references mall_category (category_id),
  title text not null,
  -- Readings of the title for search: full pinyin and initials, without spaces
  title_pinyin text not null,
  subtitle text not null,
  cover_url text not null,
  images jsonb not null,
  -- Sanitised HTML
  content text not null,
  -- [{name, values}], at most three
  options jsonb not null,
  tags jsonb not null,
  services jsonb not null,
  series_codes jsonb not null,
  state text not null check (state in ('draft', 'on', 'off')),
  sale_from timestamptz,
  -- Units of one person, cancelled ones not counted; null: no limit
  buy_most int check (buy_most > 0),
  no_return boolean not null default false,
  return_days int not null default 7 check (return_days >= 0),
  freight_id text not null references freight (freight_id),
  -- Dealers that hand over pick-up orders; null: express only, []: every dealer
  pickup_dealers jsonb,
  place int not null default 0,
  -- Paid units less refunded ones
  sold int not null default 0 check (sold >= 0),
  created_time timestamptz not null,
  changed_time timestamptz not null
);
create index product_category on product (category_id, place, product_id) where state = 'on';

create table sku (
  sku_id text primary key,
  product_id text not null references product (product_id),
  place int not null,
  -- One value for each of the product's options
  option_values jsonb not null,
  price_fen int not null check (price_fen >= 0),
  list_fen int check (list_fen >= 0),
  owner_fen int check (owner_fen >= 0),
  weight_g int not null check (weight_g >= 0),
  image_url text,
  is_on boolean not null default true
);
create index sku_product on sku (product_id, place);

-- A price for a time, beginning and end by the product's clock
create table price_plan (
  plan_id text primary key,
  sku_id text not null references sku (sku_id),
  from_time timestamptz not null,
  to_time timestamptz not null check (to_time > from_time),
  price_fen int not null check (price_fen >= 0),
  audience text not null default 'everyone' check (audience in ('everyone', 'owners'))
);
create index price_plan_sku on price_plan (sku_id, to_time);

-- A column of its own table, since every order locks and writes it
create table sku_stock (
  sku_id text primary key references sku (sku_id),
  on_hand int not null check (on_hand >= 0),
  reserved int not null default 0,
  constraint sku_stock_reserved check (reserved between 0 and on_hand)
) with (fillfactor = 50);

-- Every change of stock; the primary key makes a second one for the same cause impossible.
create table stock_entry (
  cause text not null check (cause in ('put', 'adjust', 'order', 'cancel', 'ship', 'pickup', 'refund', 'return', 'scrap')),
  -- Id of the order, the shipment, the after-sale or the adjustment
  cause_id text not null,
  sku_id text not null references sku (sku_id),
  -- Changes, not levels
  on_hand int not null,
  reserved int not null,
  reason text not null default '',
  created_time timestamptz not null,
  primary key (cause, cause_id, sku_id)
);
create index stock_entry_sku on stock_entry (sku_id, created_time);

-- 限时抢购: an own price and an own quota within the stock
create table rush (
  rush_id text primary key,
  sku_id text not null references sku (sku_id),
  price_fen int not null check (price_fen >= 0),
  quota int not null check (quota > 0),
  taken int not null default 0,
  from_time timestamptz not null,
  to_time timestamptz not null check (to_time > from_time),
  buy_most int not null check (buy_most > 0),
  constraint rush_taken check (taken between 0 and quota)
) with (fillfactor = 50);
create index rush_sku on rush (sku_id, to_time);

-- 到货提醒
create table stock_notice (
  sku_id text not null references sku (sku_id),
  user_id text not null references app_user (user_id),
  created_time timestamptz not null,
  -- null: waits for stock
  told_time timestamptz,
  seen_time timestamptz,
  primary key (sku_id, user_id)
);
create index stock_notice_user on stock_notice (user_id);

create table cart_line (
  user_id text not null references app_user (user_id),
  sku_id text not null references sku (sku_id),
  qty int not null check (qty between 1 and 99),
  is_chosen boolean not null default true,
  -- Price when it was added, to tell a change
  added_fen int not null,
  created_time timestamptz not null,
  primary key (user_id, sku_id)
);

create table address (
  address_id text primary key,
  user_id text not null references app_user (user_id),
  -- Encrypted {name, mobile, detail}
  recipient text not null,
  province_code text not null,
  city_code text not null,
  district_code text not null,
  is_default boolean not null default false,
  created_time timestamptz not null,
  -- Last use or change, the newest first
  changed_time timestamptz not null
);
create index address_user on address (user_id, changed_time desc);
create unique index address_default on address (user_id) where is_default;

create table mall_order (
  order_id text primary key,
  order_no text not null unique,
  user_id text not null references app_user (user_id),
  kind text not null check (kind in ('goods')),
  state text not null check (state in ('pending', 'closing', 'cancelled', 'paid', 'shipping', 'ready', 'done', 'refunded')),
  -- Why it is closing: the person, the deadline, an operator
  closing_by text check (closing_by in ('person', 'deadline', 'operator')),
  delivery text not null check (delivery in ('express', 'pickup')),
  rush_id text references rush (rush_id),
  goods_fen int not null check (goods_fen >= 0),
  freight_fen int not null check (freight_fen >= 0),
  -- Part of the freight that a coupon pays
  freight_coupon_fen int not null default 0 check (freight_coupon_fen between 0 and freight_fen),
  coupon_fen int not null default 0 check (coupon_fen >= 0),
  payable_fen int not null check (payable_fen between 0 and 50000000),
  paid_fen int not null default 0,
  refunded_fen int not null default 0,
  freight_refunded_fen int not null default 0,
  pay_before timestamptz not null,
  -- Next look at a closing order, by the product's clock
  close_due_time timestamptz,
  close_tries int not null default 0,
  -- Encrypted {name, mobile, detail, provinceCode, cityCode, districtCode}; null: pick-up, or erased
  order_recipient text,
  province_code text,
  city_code text,
  district_code text,
  is_address_changed boolean not null default false,
  dealer_id text references organisation (organisation_id),
  -- Shown by the person when a dealer hands the order over
  pickup_code text unique,
  coupon_id text references coupon (coupon_id),
  -- Encrypted
  remark text,
  channel jsonb not null,
  idempotency_key text not null,
  body_hash text not null,
  created_time timestamptz not null,
  paid_time timestamptz,
  shipped_time timestamptz,
  -- All parcels are signed
  signed_time timestamptz,
  -- 自动收货, or the end of pick-up
  receive_due_time timestamptz,
  is_receive_extended boolean not null default false,
  done_time timestamptz,
  reminded_time timestamptz,
  hidden_time timestamptz,
  unique (user_id, idempotency_key),
  check (coupon_fen + freight_coupon_fen + payable_fen = goods_fen + freight_fen),
  check (refunded_fen between 0 and paid_fen)
) with (fillfactor = 80);
create index mall_order_user on mall_order (user_id, order_id desc);
create index mall_order_pay on mall_order (pay_before) where state = 'pending';
create index mall_order_close on mall_order (close_due_time) where state = 'closing';
create index mall_order_receive on mall_order (receive_due_time) where state in ('shipping', 'ready');
create index mall_order_state on mall_order (state, order_id desc);

create table order_line (
  line_id text primary key,
  order_id text not null references mall_order (order_id),
  position int not null,
  sku_id text not null references sku (sku_id),
  -- Copy of what was bought: {productId, title, coverUrl, options, noReturn, returnDays, weightG}
  snapshot jsonb not null,
  qty int not null check (qty between 1 and 99),
  price_fen int not null,
  coupon_fen int not null default 0,
  net_fen int not null check (net_fen >= 0),
  shipped_qty int not null default 0,
  refunded_qty int not null default 0,
  -- Refunded units that were never sent
  cancelled_qty int not null default 0,
  -- Units of open after-sale cases
  asked_qty int not null default 0,
  refunded_fen int not null default 0,
  unique (order_id, position),
  check (net_fen + coupon_fen = price_fen * qty),
  check (shipped_qty >= 0 and cancelled_qty between 0 and refunded_qty and shipped_qty + cancelled_qty <= qty),
  check (refunded_qty >= 0 and asked_qty >= 0 and refunded_qty + asked_qty <= qty),
  check (refunded_fen between 0 and net_fen)
);
create index order_line_sku on order_line (sku_id);

-- Units that a person has ordered of a limited product (限购) and in each rush; a cancelled order counts back.
create table bought_count (
  user_id text not null references app_user (user_id),
  -- 'product <id>' or 'rush <id>'
  about text not null,
  units int not null check (units >= 0),
  primary key (user_id, about)
);

create table order_event (
  event_id text primary key,
  order_id text not null references mall_order (order_id),
  at timestamptz not null,
  from_state text,
  to_state text not null,
  by text not null check (by in ('person', 'system', 'channel', 'operator', 'dealer')),
  why text not null
);
create index order_event_order on order_event (order_id, event_id);

-- Notes of operators at an order
create table order_note (
  note_id text primary key,
  order_id text not null references mall_order (order_id),
  -- Encrypted
  order_note_text text not null,
  by text not null,
  created_time timestamptz not null
);
create index order_note_order on order_note (order_id);

create table payment (
  payment_id text primary key,
  order_id text not null references mall_order (order_id),
  attempt int not null,
  out_trade_no text not null unique,
  way text not null check (way in ('wechat', 'alipay')),
  scene text not null,
  app_id text not null,
  amount_fen int not null check (amount_fen > 0),
  state text not null check (state in ('made', 'open', 'paid', 'closed')),
  is_surplus boolean not null default false,
  paid_fen int not null default 0,
  refunding_fen int not null default 0,
  refunded_fen int not null default 0,
  -- Number of the channel
  channel_no text,
  paid_time timestamptz,
  -- Next query, by the product's clock; null: none
  query_due_time timestamptz,
  query_tries int not null default 0,
  looked_time timestamptz,
  -- Refunds that the channel has got, and when the last one began: it takes 50, a minute apart
  refunds_sent int not null default 0,
  refund_sent_time timestamptz,
  created_time timestamptz not null,
  unique (order_id, attempt),
  check (refunding_fen >= 0 and refunded_fen >= 0 and refunding_fen + refunded_fen <= paid_fen)
);
create unique index payment_open on payment (order_id) where state in ('made', 'open');
create index payment_query on payment (query_due_time) where query_due_time is not null;

-- Notices as they came, whose signature holds
create table payment_notice (
  channel text not null,
  notice_id text not null,
  out_trade_no text not null,
  kind text not null,
  received_time timestamptz not null,
  handled_time timestamptz,
  primary key (channel, notice_id)
);
create index payment_notice_trade on payment_notice (out_trade_no);

create table after_sale (
  after_sale_id text primary key,
  case_no text not null unique,
  order_id text not null references mall_order (order_id),
  user_id text not null references app_user (user_id),
  kind text not null check (kind in ('refund', 'return')),
  state text not null check (state in ('asked', 'agreed', 'sent', 'received', 'refunding', 'done', 'declined', 'withdrawn', 'lapsed')),
  reason text not null,
  is_our_fault boolean not null,
  -- Encrypted
  case_text text,
  picture_ids jsonb not null default '[]',
  refund_fen int not null check (refund_fen >= 0),
  freight_fen int not null default 0 check (freight_fen >= 0),
  decided_reason text,
  carrier text,
  tracking_no text,
  -- Lapse of a return that is not sent; reminder of operators
  due_time timestamptz,
  idempotency_key text not null,
  body_hash text not null,
  created_time timestamptz not null,
  changed_time timestamptz not null,
  unique (user_id, idempotency_key)
);
create index after_sale_order on after_sale (order_id);
create index after_sale_user on after_sale (user_id, after_sale_id desc);
create index after_sale_due on after_sale (due_time) where due_time is not null;

create table after_sale_unit (
  after_sale_id text not null references after_sale (after_sale_id),
  line_id text not null references order_line (line_id),
  qty int not null check (qty > 0),
  -- Units that came back, and those of them that went back to stock
  received_qty int not null default 0,
  good_qty int not null default 0,
  -- Units whose parcel had left when the case began
  is_shipped boolean not null,
  refund_fen int not null,
  primary key (after_sale_id, line_id),
  check (good_qty between 0 and received_qty and received_qty <= qty)
);

create table refund (
  refund_id text primary key,
  out_refund_no text not null unique,
  payment_id text not null references payment (payment_id),
  order_id text not null references mall_order (order_id),
  after_sale_id text references after_sale (after_sale_id),
  cause text not null check (cause in ('afterSale', 'surplus', 'closed', 'operator')),
  -- What the refund is of: the case, the payment, the order; once for each cause
  cause_id text not null,
  amount_fen int not null check (amount_fen > 0),
  state text not null check (state in ('waiting', 'due', 'sent', 'success', 'abnormal', 'closed')),
  -- Operator who asked; null: the person, or a rule
  asked_by text,
  approved_by text,
  -- Refund that pays this one too, because the channel takes no more of the payment
  carried_by text references refund (refund_id),
  -- Sum that the channel was asked for under this number, with the carried ones; fixed by the first request
  sent_fen int,
  sent_time timestamptz,
  -- Until when a process works on it, by the product's clock
  leased_until timestamptz,
  channel_no text,
  -- Receipt of an operator who paid it back outside the channel
  receipt_no text,
  tries int not null default 0,
  due_time timestamptz,
  problem text not null default '',
  created_time timestamptz not null,
  success_time timestamptz,
  unique (cause, cause_id)
);
create index refund_order on refund (order_id);
create index refund_payment on refund (payment_id);
create index refund_carried on refund (carried_by) where carried_by is not null;
create index refund_due on refund (due_time) where state in ('due', 'sent', 'abnormal');

create table shipment (
  shipment_id text primary key,
  order_id text not null references mall_order (order_id),
  carrier text not null,
  tracking_no text not null,
  state text not null check (state in ('sent', 'moving', 'signed', 'problem', 'returned')),
  is_corrected boolean not null default false,
  is_subscribed boolean not null default false,
  created_time timestamptz not null,
  signed_time timestamptz,
  changed_time timestamptz not null,
  unique (carrier, tracking_no, order_id)
);
create index shipment_order on shipment (order_id);
create index shipment_tracking on shipment (tracking_no);

create table shipment_unit (
  shipment_id text not null references shipment (shipment_id),
  line_id text not null references order_line (line_id),
  qty int not null check (qty > 0),
  primary key (shipment_id, line_id)
);

create table shipment_node (
  shipment_id text not null references shipment (shipment_id),
  tracking_no text not null,
  at timestamptz not null,
  text text not null,
  city text not null default '',
  primary key (shipment_id, tracking_no, at, text)
);

-- Double entry: the rows of a transaction sum to zero. Entries are only added.
create table ledger_entry (
  txn_id text not null,
  account text not null check (account in ('channel', 'order', 'revenue', 'suspense', 'fee', 'offline')),
  fen int not null,
  order_id text references mall_order (order_id),
  payment_id text references payment (payment_id),
  refund_id text references refund (refund_id),
  way text,
  at timestamptz not null,
  primary key (txn_id, account)
);
create index ledger_entry_order on ledger_entry (order_id);
create index ledger_entry_day on ledger_entry (way, at) where account in ('channel', 'fee');

-- The days of a channel whose bill was fetched
create table bill_day (
  way text not null,
  day date not null,
  state text not null check (state in ('waiting', 'read', 'clean', 'open')),
  due_time timestamptz not null,
  tries int not null default 0,
  problem text not null default '',
  fetched_time timestamptz,
  primary key (way, day)
);
create index bill_day_due on bill_day (due_time) where state <> 'clean';

create table bill_line (
  way text not null,
  day date not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- out_trade_no of a payment, out_refund_no of a refund
  number text not null,
  out_trade_no text not null,
  channel_no text not null,
  amount_fen int not null,
  fee_fen int not null,
  at timestamptz not null,
  primary key (way, day, kind, number)
);
create index bill_line_number on bill_line (number);

create table difference (
  difference_id text primary key,
  way text not null,
  day date,
  kind text not null check (kind in ('onlyTheirs', 'onlyOurs', 'amount', 'fee', 'notice')),
  -- Our or their number; one difference of a kind for a number
  number text not null,
  ours_fen int,
  theirs_fen int,
  details text not null default '',
  state text not null default 'open' check (state in ('open', 'resolved')),
  resolved_by text,
  resolved_reason text,
  created_time timestamptz not null,
  resolved_time timestamptz,
  unique (way, kind, number)
);
create index difference_open on difference (way, day) where state = 'open';

-- What others have still to be told, written with what it tells of; a row goes when it was taken.
create table mall_outbox (
  kind text not null check (kind in ('refund', 'wechatShipping', 'expressSubscription', 'orderSystem')),
  about_id text not null,
  due_time timestamptz not null,
  tries int not null default 0,
  problem text not null default '',
  primary key (kind, about_id)
);
create index mall_outbox_due on mall_outbox (due_time);

-- News of the mall on "mine": parcel sent, money back, goods arrived
create table mall_news (
  user_id text not null references app_user (user_id),
  kind text not null check (kind in ('shipped', 'refunded', 'arrived', 'closed', 'ready')),
  about_id text not null,
  created_time timestamptz not null,
  seen_time timestamptz,
  primary key (user_id, kind, about_id)
);

-- Benefits with terms are usable in the mall; without: at a dealer's desk only.
alter table benefit add column terms jsonb;
-- The open order that holds the coupon
alter table coupon add column order_id text references mall_order (order_id);
create index coupon_order on coupon (order_id) where order_id is not null;

create trigger mall_category_told after insert or delete or update on mall_category
  for each statement execute function tell_content();
create trigger product_told after insert or delete or update of
  kind, category_id, title, subtitle, cover_url, images, content, options, tags, services, series_codes, state,
  sale_from, buy_most, no_return, return_days, freight_id, pickup_dealers, place
  on product for each statement execute function tell_content();
create trigger sku_told after insert or delete or update on sku
  for each statement execute function tell_content();
create trigger price_plan_told after insert or delete or update on price_plan
  for each statement execute function tell_content();
create trigger rush_told after insert or delete or update of price_fen, quota, from_time, to_time, buy_most on rush
  for each statement execute function tell_content();
create trigger freight_told after insert or delete or update on freight
  for each statement execute function tell_content();

-- A SKU that was sold out has stock again: what processes remember of it is forgotten.
create function tell_stock() returns trigger language plpgsql as $$
begin
  insert into content_change (topic) values ('stock ' || new.sku_id);
  return null;
end;
$$;
create trigger sku_stock_freed after update on sku_stock for each row
  when (old.on_hand - old.reserved <= 0 and new.on_hand - new.reserved > 0)
  execute function tell_stock();
