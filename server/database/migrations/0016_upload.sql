-- Pictures that people have uploaded, each its owner's alone.
create table picture_upload (
  picture_id text primary key,
  user_id text not null references app_user (user_id),
  storage_key text not null,
  created_time timestamptz not null,
  -- null: nothing uses it yet; deleted after a day
  used_time timestamptz
);
create index picture_upload_user on picture_upload (user_id, created_time);
create index picture_upload_unused on picture_upload (created_time) where used_time is null;
