-- Personal data is sealed (server/database/encryption/encrypted-columns.ts) and looked up by keyed hashes. What stood here
-- in plain is sealed by server/database/migrations/encrypt-legacy-rows.ts, in the transaction of this migration.

-- Keys that rows of this database may be sealed by, each with a text that tells it from another one.
create table data_key (
  key_id text primary key,
  mark text not null,
  created_time timestamptz not null
);

alter table app_user add column mobile_key text;
drop index app_user_mobile;
create index app_user_mobile on app_user (mobile_key);
alter table identity_account add column mobile_key text unique;

-- Name, mobile, answers and what they were sent with, as one sealed text.
alter table signup add column person text;
alter table signup add column mobile_key text;
alter table waitlist add column person text;
alter table waitlist add column mobile_key text;
alter table lead add column person text;
-- null: withdrawn
alter table lead add column mobile_key text;
alter table owner_application add column mobile_key text;
alter table owner_application add column vin_key text;
