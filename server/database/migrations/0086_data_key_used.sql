-- Since when rows may be sealed by this key; null: it stands ready beside the one that seals, and whoever lacks it may start.
-- Versions that do not say so note a key as used.
alter table data_key add column used_time timestamptz default now();
update data_key set used_time = created_time;
