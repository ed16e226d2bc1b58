-- Operators of the console: no shoppers, and no rows in app_user. Names and login names are encrypted; a login name is
-- found by its keyed hash.
create table operator (
  operator_id text primary key,
  -- null: an account of the staff directory, which has no login name here.
  login_key text unique,
  operator_login text,
  operator_name text not null,
  -- Hash of the directory's issuer and subject; null: a built-in account.
  directory_key text unique,
  created_time timestamptz not null,
  -- null: invited, has not chosen a second factor yet.
  activated_time timestamptz,
  locked_time timestamptz,
  -- Grows with each change of the grants or the lock; operator and time of the last one.
  revision integer not null default 1,
  changed_by text,
  changed_time timestamptz
);

-- What an operator logs in with. "recovery" rows are deleted when they are used.
create table operator_credential (
  credential_id text primary key,
  operator_id text not null references operator on delete cascade,
  kind text not null check (kind in ('password', 'totp', 'passkey', 'recovery')),
  -- Password: PHC string of argon2id. Recovery code: keyed hash.
  secret_hash text,
  -- Secret of the authenticator app, encrypted.
  totp_secret text,
  -- Last used time step of the authenticator app, so that no code is valid twice.
  last_step bigint,
  -- Passkey: id and public key, base64url, and the authenticator's counter.
  passkey_id text unique,
  public_key text,
  sign_count bigint not null default 0,
  created_time timestamptz not null,
  used_time timestamptz
);
create index operator_credential_operator on operator_credential (operator_id);
create unique index operator_credential_single on operator_credential (operator_id, kind) where kind in ('password', 'totp');

create table operator_session (
  session_id text primary key,
  token_hash text not null unique,
  operator_id text not null references operator on delete cascade,
  method text not null,
  -- Browser and network of the login, for the operator's own list of sessions.
  browser text not null,
  network text not null,
  created_time timestamptz not null,
  -- Last use, exact to a minute.
  used_time timestamptz not null,
  expires_time timestamptz not null,
  -- End of the validity of the last proof of the second factor.
  step_up_until timestamptz
);
create index operator_session_operator on operator_session (operator_id);

-- A login, registration or step-up that is under way; deleted when it is finished, so that each is finished once.
create table operator_ceremony (
  ceremony_hash text primary key,
  kind text not null,
  -- null: not known yet.
  operator_id text references operator on delete cascade,
  -- Challenge, state and verifier, encrypted.
  ceremony_data text not null,
  expires_time timestamptz not null
);
create index operator_ceremony_expires on operator_ceremony (expires_time);

create table operator_invite (
  invite_id text primary key,
  operator_id text not null references operator on delete cascade,
  token_hash text not null unique,
  created_time timestamptz not null,
  expires_time timestamptz not null,
  used_time timestamptz
);
create index operator_invite_operator on operator_invite (operator_id);

create table operator_grant (
  grant_id text primary key,
  operator_id text not null references operator on delete cascade,
  role text not null,
  -- contract/console/scope.ts
  scope jsonb not null,
  -- "directory": given and taken away by the staff directory at each login; not changed by hand.
  source text not null check (source in ('hand', 'directory')),
  created_time timestamptz not null
);
create index operator_grant_operator on operator_grant (operator_id);

-- Wrong logins by account and by network (keyed hashes); each one extends the time.
create table operator_failure (
  subject text primary key,
  count integer not null,
  until_time timestamptz not null
);

-- Results of writes by their Idempotency-Key, for a day. `request_result` is null while the write runs.
create table operator_request (
  operator_id text not null references operator on delete cascade,
  idempotency_key text not null,
  body_hash text not null,
  request_result text,
  created_time timestamptz not null,
  primary key (operator_id, idempotency_key)
);
create index operator_request_created on operator_request (created_time);

-- Filter, sort and columns of a list under a name: an operator's own, or shared with one of their roles.
create table saved_view (
  view_id text primary key,
  operator_id text not null references operator on delete cascade,
  page text not null,
  name text not null,
  state jsonb not null,
  shared_role text,
  created_time timestamptz not null,
  changed_time timestamptz not null
);
create index saved_view_operator on saved_view (operator_id, page);
create index saved_view_shared on saved_view (shared_role, page) where shared_role is not null;

create table saved_view_default (
  operator_id text not null references operator on delete cascade,
  page text not null,
  view_id text not null references saved_view on delete cascade,
  primary key (operator_id, page)
);
