-- SHA-256 of the provider's access token that opened a session, so that a logout revokes it at the built-in provider.
alter table user_session add column provider_token_hash text;
create index user_session_provider_token on user_session (provider_token_hash) where provider_token_hash is not null;
