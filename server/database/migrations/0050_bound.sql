-- Since when nothing is left that is sealed by this key and bound to no row: from then on such a text is refused.
alter table data_key add column bound_time timestamptz;
