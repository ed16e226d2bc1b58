-- Access token of an external identity provider that opened a session, encrypted; null where nothing can be revoked.
alter table user_session add column provider_token text;
-- Tokens of ended sessions that the provider has still to revoke; a row goes when that is done.
create table token_revocation (
  provider_token_hash text primary key,
  -- Encrypted
  provider_token text not null,
  due_time timestamptz not null,
  -- End of the attempts
  until_time timestamptz not null,
  tries int not null default 0
);
create index token_revocation_due on token_revocation (due_time);
