-- Whom WeChat alone knows has no account at the identity provider yet.
alter table app_user alter column idp_id drop not null;
-- A person of WeChat, by official account, and whose user of ours they are.
create table wechat_identity (
  app_id text not null,
  open_id text not null,
  union_id text,
  -- WeChat's quick-view mode makes people up: nothing of theirs is kept when a mobile is bound.
  is_virtual boolean not null,
  -- The link comes first and the user after it, so that of two first logins one makes the user.
  user_id text not null,
  created_time timestamptz not null,
  seen_time timestamptz not null,
  primary key (app_id, open_id)
);
create index wechat_identity_union on wechat_identity (union_id) where union_id is not null;
create index wechat_identity_user on wechat_identity (user_id);
-- WeChat's access token and jsapi ticket, shared by all processes. Who holds the lease renews it.
create table wechat_credential (
  app_id text not null,
  kind text not null,
  value text,
  expires_time timestamptz,
  lease text,
  lease_until timestamptz,
  primary key (app_id, kind)
);
