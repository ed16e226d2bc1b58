-- Nickname and picture that people choose for themselves. `nickname` and `avatar` stay what is shown: the person's own,
-- otherwise the provider's, which are kept beside it as long as the person's own replaces them.
alter table app_user
  add column own_nickname text,
  add column own_avatar text,
  -- Uploaded picture behind own_avatar; null: a drawing, or none. No foreign key, since the picture refers to its owner.
  add column avatar_picture text,
  add column provider_nickname text,
  add column provider_avatar text;
create index app_user_avatar_picture on app_user (avatar_picture) where avatar_picture is not null;
