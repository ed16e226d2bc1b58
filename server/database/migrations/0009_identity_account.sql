-- Whose it is, so that everything of an account can be ended at once.
alter table oidc_payload add column account_id text;
create index oidc_payload_account on oidc_payload (account_id) where account_id is not null;
