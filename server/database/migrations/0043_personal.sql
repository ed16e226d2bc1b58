-- After 0042, which sealed what stood in plain.
alter table signup drop column name, drop column mobile, drop column answers, drop column body_hash;
alter table signup alter column mobile_key set not null;
create index signup_mobile on signup (mobile_key);
alter table waitlist drop column name, drop column mobile, drop column answers, drop column body_hash;
alter table lead drop column name, drop column mobile, drop column answers, drop column body_hash;
alter table lead add unique (activity_id, mobile_key);
create index lead_mobile on lead (mobile_key);
drop index owner_application_car;
create unique index owner_application_car on owner_application (vin_key) where status = 2;
create index owner_application_mobile on owner_application (mobile_key);
alter table owner_application alter column mobile_key set not null;
alter table owner_application alter column vin_key set not null;
alter table identity_account drop constraint identity_account_mobile_key;

-- Who is only ever looked up, and never read.
alter table verified_owner rename column mobile to mobile_key;
alter table person_field rename column mobile to mobile_key;
alter table maintenance rename column mobile to mobile_key;
-- Codes live for minutes, counts for two days: those there are were made of the mobile itself.
delete from sms_code;
alter table sms_code rename column mobile to mobile_key;
delete from sms_outbox;
alter table sms_outbox rename column mobile to mobile_key;
delete from identity_count;
