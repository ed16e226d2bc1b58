-- Orders of erased people, which are deleted when the books no longer need them.
alter table mall_order add column is_erased boolean not null default false;
update mall_order set is_erased = true where idempotency_key = order_id and body_hash = '';
create index mall_order_erased on mall_order (order_id) where is_erased;
