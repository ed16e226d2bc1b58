-- The maker's workshops report visits by ids of their own, so that a repeated report changes nothing and a corrected one
-- replaces the first. Visits from before get ids that no system uses.
alter table maintenance add column record_id text not null default 'earlier:' || gen_random_uuid()::text;
alter table maintenance drop constraint maintenance_pkey;
alter table maintenance add primary key (record_id);
-- The newest visit of a person is read.
create index maintenance_person on maintenance (mobile_key, served_time desc);
