-- Number of a product's last change, and who made it; versions are kept as those of activities are.
alter table product
  add column revision int not null default 1,
  add column changed_by text,
  add column changed_door text;
-- Operator who adjusted stock; null: a command, or no adjustment.
alter table stock_entry add column made_by text;
