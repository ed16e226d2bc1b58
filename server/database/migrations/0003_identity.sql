-- An account of the identity provider; account_id is the subject of its tokens.
create table identity_account (
  account_id text primary key,
  mobile text unique,
  user_name text unique,
  password_hash text,
  nickname text not null,
  -- When the terms were accepted; null for accounts made by the operator.
  consent_time timestamptz,
  created_time timestamptz not null,
  updated_time timestamptz not null
);
-- What the OpenID Connect library keeps. The payload is text, not jsonb: jsonb refuses the
-- NUL characters and lone surrogates that an authorize request may carry in its state.
create table oidc_payload (
  model text not null,
  -- SHA-256 of codes and tokens, the plain id of everything else.
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  consumed_time timestamptz,
  expires_time timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (model, uid) where uid is not null;
create index oidc_payload_expires on oidc_payload (expires_time);
-- Keys that change with time: kind "signing" holds a private JWK, kind "cookie" a secret.
create table identity_key (
  kind text not null,
  generation integer not null,
  material text not null,
  created_time timestamptz not null,
  primary key (kind, generation)
);
-- The last SMS code of a mobile for a scene.
create table sms_code (
  mobile text not null,
  scene text not null,
  salt text not null,
  code_hash text not null,
  tries integer not null,
  spent boolean not null,
  sent_time timestamptz not null,
  expires_time timestamptz not null,
  primary key (mobile, scene)
);
create index sms_code_expires on sms_code (expires_time);
-- How often something was done by a subject since a moment: SMS by mobile, address and device,
-- failed passwords by account and address.
create table identity_count (
  subject text primary key,
  since_time timestamptz not null,
  last_time timestamptz not null,
  done integer not null
);
create index identity_count_last on identity_count (last_time);
-- What the SMS stand-in "sent"; written only where simulators run.
create table sms_outbox (
  sms_id text primary key,
  mobile text not null,
  scene text not null,
  code text not null,
  sent_time timestamptz not null
);
create index sms_outbox_mobile on sms_outbox (mobile, sent_time desc);
