-- Changes of the sold units of products, added to product.sold every few seconds: a payment then does not keep the row of
-- its product locked until its commit, for which all other payments of that product would wait.
create table sold_change (
  change_id bigint generated always as identity primary key,
  product_id text not null,
  units int not null
);
