-- Secrets that the servers of one installation share and nobody else knows.
create table server_secret (
  name text primary key,
  value text not null,
  created_time timestamptz not null
);
-- A person as the gateway knows them; idp_id is the identity provider's subject.
create table app_user (
  user_id text primary key,
  idp_id text not null unique,
  open_id text not null unique,
  mobile text,
  nickname text not null,
  avatar text,
  vip boolean not null default false,
  owner boolean not null default false,
  created_time timestamptz not null,
  updated_time timestamptz not null
);
create index app_user_mobile on app_user (mobile);
-- Session tokens, as SHA-256 only.
create table user_session (
  token_hash text primary key,
  user_id text not null references app_user (user_id) on delete cascade,
  created_time timestamptz not null,
  expires_time timestamptz not null
);
create index user_session_user on user_session (user_id);
create index user_session_expires on user_session (expires_time);
-- Nonces of signed calls, so that none is used twice.
create table spent_nonce (
  nonce_hash text primary key,
  expires_time timestamptz not null
);
create index spent_nonce_expires on spent_nonce (expires_time);
